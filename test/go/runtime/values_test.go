package logendpoints

import (
	"encoding/json"
	"math"
	"testing"
	"time"
)

func TestWritesParameters(t *testing.T) {
	q := query{}
	q.integer("least", Ptr(int64(math.MinInt64)))
	q.integer("zero", Ptr(int64(0)))
	q.integer("none", nil)
	q.float("share", Ptr(0.1))
	q.float("large", Ptr(1e300))
	q.float("tiny", Ptr(5e-324))
	q.float("nothing", nil)
	q.flag("no", Ptr(false))
	q.flag("neither", nil)
	east := time.FixedZone("east", 2*60*60)
	q.timestamp("at", time.Date(2026, 1, 15, 12, 7, 0, 0, east))
	q.timestamp("micros", time.Date(2026, 1, 15, 10, 7, 0, 123456789, time.UTC))
	q.timestamp("never", time.Time{})
	q.date("day", Date{2026, time.February, 3})
	q.date("no-day", Date{})
	want := "at=2026-01-15T10%3A07%3A00Z&day=2026-02-03&large=1e%2B300&least=-9223372036854775808" +
		"&micros=2026-01-15T10%3A07%3A00.123456Z&no=false&share=0.1&tiny=5e-324&zero=0"
	if got := q.values.Encode(); got != want || q.fault != nil {
		t.Errorf("%s, %v", got, q.fault)
	}
}

func TestRefusesParameters(t *testing.T) {
	for _, refused := range []struct {
		put  func(*query)
		want string
	}{
		{func(q *query) { q.float("x", Ptr(math.NaN())) }, "a finite number"},
		{func(q *query) { q.float("x", Ptr(math.Inf(-1))) }, "a finite number"},
		{func(q *query) { q.text("x", "a\xffb") }, "well-formed text"},
	} {
		q := query{}
		q.text("a", "b")
		refused.put(&q)
		q.text("y", "\xff")
		s := serve(t, nil, rows("[]"))
		_, err := run[anyRow](background, s.client, "a.b", q, nil)
		if err == nil || err.Error() != "logendpoints: `x` must be "+refused.want || s.requests() != 0 {
			t.Errorf("%v after %d requests", err, s.requests())
		}
	}
}

func TestDays(t *testing.T) {
	var row struct {
		Day   Date  `json:"day"`
		Maybe *Date `json:"maybe"`
		Null  *Date `json:"null"`
	}
	text := `{"day":"2024-02-29","maybe":"1900-01-01","null":null}`
	if err := json.Unmarshal([]byte(text), &row); err != nil {
		t.Fatal(err)
	}
	if (row.Day != Date{2024, time.February, 29}) || row.Maybe.String() != "1900-01-01" || row.Null != nil {
		t.Errorf("%v", row)
	}
	if again, err := json.Marshal(row); err != nil || string(again) != text {
		t.Errorf("%s, %v", again, err)
	}
	for _, text := range []string{`"2023-02-29"`, `"2024-2-29"`, `""`, `5`, `"2024-02-29T00:00:00Z"`} {
		if err := json.Unmarshal([]byte(text), new(Date)); err == nil {
			t.Errorf("%s is a day", text)
		}
	}
	tokyo := time.FixedZone("tokyo", 9*60*60)
	begin := row.Day.In(tokyo)
	if DateOf(begin) != row.Day || DateOf(begin.UTC()) == row.Day || row.Day.IsZero() || !(Date{}).IsZero() {
		t.Errorf("%v", begin)
	}
}
