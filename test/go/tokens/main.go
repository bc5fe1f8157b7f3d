// Command tokens prints what go/scanner finds in the Go files of folders: one JSON object a file.
package main

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
)

type found struct {
	File     string   `json:"file"`
	Kinds    string   `json:"kinds"`
	Names    []string `json:"names"`
	Texts    []string `json:"texts"`
	Comments []string `json:"comments"`
}

func main() {
	out := json.NewEncoder(os.Stdout)
	for _, folder := range os.Args[1:] {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			panic(err)
		}
		for _, file := range files {
			if err := out.Encode(scan(file)); err != nil {
				panic(err)
			}
		}
	}
}

func scan(path string) found {
	source, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), path, source, parser.AllErrors); err != nil {
		panic(err)
	}
	result := found{File: path}
	var s scanner.Scanner
	file := token.NewFileSet().AddFile(path, -1, len(source))
	s.Init(file, source, func(at token.Position, message string) {
		fmt.Fprintln(os.Stderr, at, message)
		os.Exit(1)
	}, scanner.ScanComments)
	for {
		_, kind, text := s.Scan()
		switch kind {
		case token.EOF:
			return result
		case token.COMMENT:
			result.Comments = append(result.Comments, text)
			continue
		case token.IDENT:
			result.Names = append(result.Names, text)
		case token.STRING:
			value, err := strconv.Unquote(text)
			if err != nil {
				panic(err)
			}
			result.Texts = append(result.Texts, value)
		}
		result.Kinds += kind.String() + " "
	}
}
