package logendpoints_test

import (
	"context"
	"errors"
	"os"
	"reflect"
	"testing"
	"time"

	logs "example.com/log-endpoints"
)

var background = context.Background()

func client(t *testing.T, service, key string) *logs.Client {
	t.Helper()
	made, err := logs.New(os.Getenv(service), os.Getenv(key), logs.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func instant(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestUsageAPICounts(t *testing.T) {
	params := logs.UsageAPICountsParams{Project: "abc", Interval: logs.UsageAPICountsIntervalDaily}
	c := client(t, "SERVICE", "KEY")
	first, err := c.UsageAPICounts(background, params)
	if err != nil {
		t.Fatal(err)
	}
	want := []logs.UsageAPICountsRow{{Timestamp: instant(t, "2026-01-15T00:00:00Z"), TotalRestRequests: 1}}
	if !reflect.DeepEqual(first.Rows, want) || first.CacheState != logs.CacheMiss || first.RequestID == "" || first.RowLimit != 1000 || first.Truncated {
		t.Errorf("%+v", first)
	}
	again, err := c.UsageAPICounts(background, params)
	if err != nil || again.CacheState != logs.CacheHit || !reflect.DeepEqual(again.Rows, first.Rows) {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestInvocationStats(t *testing.T) {
	for _, params := range []logs.FunctionsInvocationStatsParams{
		{Project: "abc"},
		{Project: "abc", Interval: "whatever"},
		{Project: "abc", FunctionID: "f1", Interval: logs.FunctionsInvocationStatsInterval1Day},
	} {
		got, err := client(t, "SERVICE", "KEY").FunctionsInvocationStats(background, params)
		if err != nil || len(got.Rows) != 2 {
			t.Fatalf("%+v, %v", got, err)
		}
		early, late := got.Rows[0], got.Rows[1]
		if !early.Timestamp.Equal(instant(t, "2026-01-15T09:00:00Z")) || early.AvgExecutionTime != nil || early.Count != 1 {
			t.Errorf("%+v", early)
		}
		if late.Count != 2 || late.ErrorCount != 1 || late.MinExecutionTime == nil || *late.MinExecutionTime != 12.5 {
			t.Errorf("%+v", late)
		}
	}
}

func TestLogsAll(t *testing.T) {
	params := logs.LogsAllParams{Project: "abc", ProjectTier: logs.LogsAllProjectTierPRO}
	got, err := client(t, "SERVICE", "KEY").LogsAll(background, params)
	if err != nil || len(got.Rows) != 2 || got.CacheState != logs.CacheBypass || got.RowLimit != 100 {
		t.Fatalf("%+v, %v", got, err)
	}
	row := got.Rows[0]
	at := instant(t, "2026-01-15T10:06:00.120001Z")
	if row.ID != "e1" || !row.Timestamp.Equal(at) || *row.EventMessage != "GET 日本 🎈 \"\\\u2028" {
		t.Errorf("%+v", row)
	}
	if *row.Metadata.Request.Path != "/rest/v1" || row.Metadata.Response != nil || got.Rows[1].Metadata != nil {
		t.Errorf("%+v", row.Metadata)
	}
	for _, bounds := range []struct {
		start, end time.Time
		count      int
	}{
		{at, time.Time{}, 0},
		{at.Add(-time.Microsecond), at, 1},
		{time.Time{}, at.Add(-time.Microsecond), 1},
		{at.Add(-time.Microsecond).In(time.FixedZone("", -90*60)), time.Time{}, 1},
	} {
		params.IsoTimestampStart, params.IsoTimestampEnd = bounds.start, bounds.end
		got, err := client(t, "SERVICE", "KEY").LogsAll(background, params)
		if err != nil || len(got.Rows) != bounds.count || got.Rows == nil {
			t.Errorf("%v: %+v, %v", bounds, got, err)
		}
	}
}

func TestValues(t *testing.T) {
	c := client(t, "SERVICE", "KEY")
	got, err := c.ValuesAll(background, logs.ValuesAllParams{ID: "full"})
	if err != nil || len(got.Rows) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	row := got.Rows[0]
	doc := row.Doc
	row.Doc = nil
	want := logs.ValuesAllRow{
		At:     instant(t, "2026-01-15T10:07:00.120001Z"),
		Micros: 1768471620120001,
		Millis: 1768471620120,
		Number: logs.Ptr(int64(9007199254740991)),
		Ratio:  logs.Ptr(0.1),
		Flag:   logs.Ptr(false),
		Day:    &logs.Date{Year: 2024, Month: time.February, Day: 29},
		Text:   logs.Ptr("é日本😀\u2028\"\\</script>"),
		Meta: &logs.ValuesAllRowMeta{
			Text:   logs.Ptr(""),
			Number: logs.Ptr(int64(-1)),
			Seen:   logs.Ptr(instant(t, "1969-12-31T23:59:59.999999Z")),
			Inner: &logs.ValuesAllRowMetaInner{
				Flag:  logs.Ptr(true),
				Ratio: logs.Ptr(-2.5),
				Day:   &logs.Date{Year: 1900, Month: time.January, Day: 1},
			},
		},
	}
	if !reflect.DeepEqual(row, want) || string(doc) != `{"a": [1, 12345678901234567890]}` {
		t.Errorf("%+v %s", row, doc)
	}
	got, err = c.ValuesAll(background, logs.ValuesAllParams{ID: "null"})
	at := instant(t, "2026-01-15T10:00:00Z")
	empty := logs.ValuesAllRow{At: at, Micros: at.UnixMicro(), Millis: at.UnixMilli(), Doc: []byte("null")}
	if err != nil || !reflect.DeepEqual(got.Rows, []logs.ValuesAllRow{empty}) {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = c.ValuesAll(background, logs.ValuesAllParams{ID: "nan"})
	if err != nil || got.Rows[0].Ratio != nil {
		t.Errorf("%+v, %v", got, err)
	}
	digits, err := c.ValuesDigits(background, logs.ValuesDigitsParams{ID: "large"})
	if err != nil || *digits.Rows[0].Digits != "9223372036854775807" {
		t.Errorf("%+v, %v", digits, err)
	}
	page, err := c.ValuesPage(background, logs.ValuesPageParams{})
	if err != nil || len(page.Rows) != 2 || !page.Truncated || page.RowLimit != 2 {
		t.Errorf("%+v, %v", page, err)
	}
}

func TestParameters(t *testing.T) {
	c := client(t, "SERVICE", "KEY")
	// each is the value of one row, so that no row means that something did not arrive
	params := logs.ValuesTypedParams{
		Text:   "a+b&c=d é🎈\u2028%",
		Number: -9223372036854775808,
		Least:  logs.Ptr(int64(-9223372036854775808)),
		Ratio:  logs.Ptr(1e300),
		Flag:   logs.Ptr(false),
		At:     instant(t, "2026-01-15T11:07:00.000001+01:00"),
		Day:    logs.Date{Year: 2026, Month: time.January, Day: 15},
		Key:    os.Getenv("UUID"),
		Kind:   logs.ValuesTypedKindValue2,
	}
	count := func(params logs.ValuesTypedParams) int {
		t.Helper()
		got, err := c.ValuesTyped(background, params)
		if err != nil {
			t.Fatal(err)
		}
		return len(got.Rows)
	}
	if count(params) != 1 || count(logs.ValuesTypedParams{Text: params.Text, Number: params.Number}) != 1 {
		t.Error("not all values arrive")
	}
	for name, change := range map[string]func(*logs.ValuesTypedParams){
		"text":   func(p *logs.ValuesTypedParams) { p.Text = "a" },
		"number": func(p *logs.ValuesTypedParams) { p.Number++ },
		"least":  func(p *logs.ValuesTypedParams) { p.Least = logs.Ptr(int64(0)) },
		"ratio":  func(p *logs.ValuesTypedParams) { p.Ratio = logs.Ptr(0.0) },
		"flag":   func(p *logs.ValuesTypedParams) { p.Flag = logs.Ptr(true) },
		"at":     func(p *logs.ValuesTypedParams) { p.At = p.At.Add(time.Microsecond) },
		"day":    func(p *logs.ValuesTypedParams) { p.Day.Day++ },
		"key":    func(p *logs.ValuesTypedParams) { p.Key = "3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a02" },
	} {
		changed := params
		change(&changed)
		if count(changed) != 0 {
			t.Errorf("%s does not arrive", name)
		}
	}
}

func TestErrors(t *testing.T) {
	usual := client(t, "SERVICE", "KEY")
	open := client(t, "SERVICE", "NO_KEY")
	bound := client(t, "SERVICE", "BOUND_KEY")
	limited := client(t, "LIMITED", "KEY")
	calls := []struct {
		name   string
		call   func() error
		code   logs.Code
		status int
	}{
		{"missing", func() error { return usageOf(usual, "", "daily") }, logs.CodeMissingParameter, 400},
		{"invalid", func() error { return usageOf(usual, "abc", "weekly") }, logs.CodeInvalidParameter, 400},
		{"NUL", func() error { return usageOf(usual, "a\x00", "daily") }, logs.CodeInvalidParameter, 400},
		{"no key", func() error { return usageOf(open, "abc", "daily") }, logs.CodeUnauthorized, 401},
		{"another endpoint", func() error { return usageOf(bound, "abc", "daily") }, logs.CodeForbidden, 403},
		{"another value", func() error { return logsOf(bound, "other") }, logs.CodeForbidden, 403},
		{"the bound value", func() error { return logsOf(bound, "abc") }, "", 0},
		{"left out", func() error { return logsOf(bound, "") }, "", 0},
		{"unknown", func() error { return pageOf(client(t, "FEWER", "KEY")) }, logs.CodeUnknownEndpoint, 404},
		{"the first", func() error { return pageOf(limited) }, "", 0},
		{"too often", func() error { return pageOf(limited) }, logs.CodeRateLimited, 429},
		{"unsafe", func() error { return allOf(usual, "large") }, logs.CodeUnsafeInteger, 500},
		{"large", func() error { return allOf(client(t, "SMALL", "KEY"), "full") }, logs.CodeResultTooLarge, 500},
		{"refused", func() error {
			_, err := usual.ValuesRefused(background, logs.ValuesRefusedParams{ID: "full"})
			return err
		}, logs.CodeEngineError, 502},
		{"gone", func() error {
			_, err := usual.ValuesGone(background, logs.ValuesGoneParams{})
			return err
		}, logs.CodeEngineUnavailable, 503},
		{"slow", func() error { return pageOf(client(t, "HASTY", "KEY")) }, logs.CodeEngineTimeout, 504},
	}
	for _, one := range calls {
		err := one.call()
		if one.code == "" {
			if err != nil {
				t.Errorf("%s: %v", one.name, err)
			}
			continue
		}
		var refused *logs.Error
		if !errors.As(err, &refused) || !errors.Is(err, one.code) || refused.Status != one.status {
			t.Errorf("%s: %v", one.name, err)
			continue
		}
		if refused.Detail == "" || refused.RequestID == "" || refused.Endpoint == "" {
			t.Errorf("%s: %#v", one.name, refused)
		}
		if (one.status == 400) != (len(refused.Parameters) > 0) || (one.status == 429 && refused.RetryAfter == nil) {
			t.Errorf("%s: %#v", one.name, refused)
		}
	}
	var refused *logs.Error
	if errors.As(usageOf(usual, "", "weekly"), &refused); len(refused.Parameters) != 2 {
		t.Errorf("%+v", refused.Parameters)
	}
}

func TestTimeOut(t *testing.T) {
	ctx, cancel := context.WithTimeout(background, 50*time.Millisecond)
	defer cancel()
	_, err := client(t, "HASTY", "KEY").ValuesPage(ctx, logs.ValuesPageParams{})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func usageOf(c *logs.Client, project string, interval logs.UsageAPICountsInterval) error {
	_, err := c.UsageAPICounts(background, logs.UsageAPICountsParams{Project: project, Interval: interval})
	return err
}

func logsOf(c *logs.Client, project string) error {
	_, err := c.LogsAll(background, logs.LogsAllParams{Project: project})
	return err
}

func allOf(c *logs.Client, id string) error {
	_, err := c.ValuesAll(background, logs.ValuesAllParams{ID: id})
	return err
}

func pageOf(c *logs.Client) error {
	_, err := c.ValuesPage(background, logs.ValuesPageParams{})
	return err
}
