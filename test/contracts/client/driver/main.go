// Calls a service by the JSON on its input, and prints the result of each call.
package main

import (
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	logs "example.com/log-endpoints"
)

type options struct {
	TimeoutMs     *int64            `json:"timeoutMs"`
	IsEndless     bool              `json:"isEndless"`
	MaxRetries    *int              `json:"maxRetries"`
	Headers       map[string]string `json:"headers"`
	CancelAfterMs *int64            `json:"cancelAfterMs"`
}

type testCase struct {
	URL   string  `json:"url"`
	Key   *string `json:"key"`
	Names struct {
		Go string `json:"go"`
	} `json:"names"`
	// Order holds the names of all parameters, which is that of the fields of their struct.
	Order  []string       `json:"order"`
	Params map[string]any `json:"params"`
	Client options        `json:"client"`
	Call   options        `json:"call"`
	Pages  bool           `json:"pages"`
	Times  int            `json:"times"`
	// PauseMs is how long nothing is done before each call but the first.
	PauseMs int64 `json:"pauseMs"`
}

func (o options) list() []logs.Option {
	var list []logs.Option
	if o.TimeoutMs != nil {
		list = append(list, logs.WithTimeout(time.Duration(*o.TimeoutMs)*time.Millisecond))
	}
	if o.IsEndless {
		list = append(list, logs.WithTimeout(0))
	}
	if o.MaxRetries != nil {
		list = append(list, logs.WithMaxRetries(*o.MaxRetries))
	}
	for name, value := range o.Headers {
		list = append(list, logs.WithHeader(name, value))
	}
	return list
}

// fill puts a value of JSON into a field of whatever type it has.
func fill(field reflect.Value, value any) error {
	if tagged, ok := value.(map[string]any); ok {
		for tag, text := range tagged {
			value = text
			if tag == "$text" {
				value = "\xed\xa0\x80"
			}
		}
	}
	if items, ok := value.([]any); ok {
		field.Set(reflect.MakeSlice(field.Type(), len(items), len(items)))
		for i, item := range items {
			if err := fill(field.Index(i), item); err != nil {
				return err
			}
		}
		return nil
	}
	text := fmt.Sprint(value)
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		return fill(field.Elem(), value)
	}
	if reader, ok := field.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return reader.UnmarshalText([]byte(text))
	}
	switch field.Kind() {
	case reflect.String:
		field.SetString(text)
		return nil
	case reflect.Float64:
		number, err := strconv.ParseFloat(text, 64)
		field.SetFloat(number)
		return err
	}
	return json.Unmarshal([]byte(text), field.Addr().Interface())
}

func (c testCase) ask(client *logs.Client) (map[string]any, error) {
	name := c.Names.Go
	if c.Pages {
		name += "Pages"
	}
	method := reflect.ValueOf(client).MethodByName(name)
	params := reflect.New(method.Type().In(1)).Elem()
	for i, name := range c.Order {
		if value, ok := c.Params[name]; ok {
			if err := fill(params.Field(i), value); err != nil {
				return nil, err
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if c.Call.CancelAfterMs != nil {
		defer time.AfterFunc(time.Duration(*c.Call.CancelAfterMs)*time.Millisecond, cancel).Stop()
	}
	arguments := []reflect.Value{reflect.ValueOf(ctx), params, reflect.ValueOf(c.Call.list())}
	results := method.CallSlice(arguments)
	if c.Pages {
		return allOf(results[0]), nil
	}
	if err, ok := results[1].Interface().(error); ok {
		return failure(err), nil
	}
	return answer(results[0].Elem()), nil
}

func allOf(pages reflect.Value) map[string]any {
	call := func(name string) any { return pages.MethodByName(name).Call(nil)[0].Interface() }
	rows := []any{}
	for call("Next").(bool) {
		rows = append(rows, call("Row"))
	}
	if err, ok := call("Err").(error); ok {
		return failure(err)
	}
	return map[string]any{"rows": rows}
}

func answer(response reflect.Value) map[string]any {
	field := func(name string) any { return response.FieldByName(name).Interface() }
	return map[string]any{
		"rows":      field("Rows"),
		"truncated": field("Truncated"),
		"leadsOn":   field("NextCursor") != "",
		"rowLimit":  unlessZero(field("RowLimit")),
		"cache":     unlessZero(field("CacheState")),
		"age":       field("Age").(time.Duration).Seconds(),
		"requestId": unlessZero(field("RequestID")),
		"step":      unlessZero(field("Step")),
	}
}

func failure(err error) map[string]any {
	var refused *logs.ServiceError
	var decode *logs.InvalidResponseError
	var connection *logs.ConnectionError
	switch {
	case errors.As(err, &refused):
		var retryAfter any
		if refused.RetryAfter != nil {
			retryAfter = refused.RetryAfter.Seconds()
		}
		return map[string]any{
			"kind":       "service",
			"endpoint":   refused.Endpoint,
			"status":     refused.Status,
			"code":       unlessZero(refused.Code),
			"detail":     refused.Detail,
			"parameters": append([]logs.ParameterFault{}, refused.Parameters...),
			"requestId":  unlessZero(refused.RequestID),
			"retryAfter": retryAfter,
		}
	case errors.As(err, &decode):
		return map[string]any{"kind": "invalid", "endpoint": decode.Endpoint, "requestId": unlessZero(decode.RequestID)}
	case errors.Is(err, context.Canceled):
		return map[string]any{"kind": "cancelled"}
	case errors.As(err, &connection):
		kind := "connection"
		if errors.Is(err, context.DeadlineExceeded) {
			kind = "timeout"
		}
		return map[string]any{"kind": kind, "endpoint": connection.Endpoint, "requestId": nil}
	}
	if strings.HasPrefix(err.Error(), "logendpoints: ") {
		return map[string]any{"kind": "argument", "detail": err.Error()}
	}
	return map[string]any{"kind": "unknown", "detail": err.Error()}
}

// unlessZero is null where the other languages have that.
func unlessZero(value any) any {
	if reflect.ValueOf(value).IsZero() {
		return nil
	}
	return value
}

func (c testCase) outcome() (map[string]any, error) {
	var key string
	if c.Key != nil {
		key = *c.Key
	}
	client, err := logs.New(c.URL, key, c.Client.list()...)
	if err != nil {
		return nil, err
	}
	var last map[string]any
	for turn := 0; turn < c.Times; turn++ {
		if turn > 0 {
			time.Sleep(time.Duration(c.PauseMs) * time.Millisecond)
		}
		if last, err = c.ask(client); err != nil {
			return nil, err
		}
	}
	return last, nil
}

func main() {
	var cases []testCase
	input := json.NewDecoder(os.Stdin)
	input.UseNumber()
	if err := input.Decode(&cases); err != nil {
		fatal(err)
	}
	outcomes := make([]map[string]any, len(cases))
	var done sync.WaitGroup
	for i := range cases {
		done.Add(1)
		go func(i int) {
			defer done.Done()
			var err error
			if outcomes[i], err = cases[i].outcome(); err != nil {
				fatal(err)
			}
		}(i)
	}
	done.Wait()
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		fatal(err)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
