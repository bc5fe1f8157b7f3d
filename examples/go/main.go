// Newest prints the newest log entries of a project.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	logs "example.com/log-endpoints"
)

func main() {
	params := logs.LogsAllParams{ProjectTier: logs.LogsAllProjectTierPRO}
	flag.StringVar(&params.Project, "project", "abcdefghijklmnopqrst", "the `project` whose entries to print")
	flag.TextVar(&params.IsoTimestampStart, "after", time.Time{}, "print only entries after this `instant`")
	url := flag.String("url", "http://127.0.0.1:8383", "the `address` of the service")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := newest(ctx, *url, params); err != nil {
		fmt.Fprintln(os.Stderr, err)
		if errors.Is(err, logs.CodeUnauthorized) {
			fmt.Fprintln(os.Stderr, "Set API_KEY to a key of the service.")
		}
		os.Exit(1)
	}
}

func newest(ctx context.Context, url string, params logs.LogsAllParams) error {
	client, err := logs.New(url, os.Getenv("API_KEY"))
	if err != nil {
		return err
	}
	entries, err := client.LogsAll(ctx, params)
	if err != nil {
		return err
	}
	for _, entry := range entries.Rows {
		message := "-"
		if entry.EventMessage != nil {
			message = *entry.EventMessage
		}
		fmt.Println(entry.Timestamp.UTC().Format(time.RFC3339), message)
	}
	return nil
}
