package logendpoints

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

type exactRow struct {
	ID     string          `json:"id"`
	Whole  int64           `json:"whole"`
	Digits string          `json:"digits"`
	Share  *float64        `json:"share"`
	Flag   bool            `json:"flag"`
	At     time.Time       `json:"at"`
	Day    Date            `json:"day"`
	Doc    json.RawMessage `json:"doc"`
	Record *exactRecord    `json:"record"`
}

type exactRecord struct {
	Text  *string     `json:"text"`
	Inner *exactInner `json:"inner"`
}

type exactInner struct {
	Day *Date      `json:"day"`
	At  *time.Time `json:"at"`
}

// wholeRow are the columns of a row that is as it should be.
var wholeRow = [][2]string{
	{"id", `"a"`}, {"whole", `-9223372036854775808`}, {"digits", `"9223372036854775807"`}, {"share", `1e300`}, {"flag", `true`},
	{"at", `"2026-01-15T10:07:00.120001Z"`}, {"day", `"2024-02-29"`}, {"doc", `{"a" : [1, "}"]}`},
	{"record", `{"text":"","inner":{"day":"1900-01-01","at":"2026-01-15T10:07:00Z"}}`},
}

// rowWith is the whole row with one column changed, or left out where there is no value.
func rowWith(name, value string) string {
	var members []string
	for _, column := range wholeRow {
		if column[0] == name {
			column[1] = value
		}
		if column[1] != "" {
			members = append(members, `"`+column[0]+`":`+column[1])
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func readRow(t *testing.T, row string) (exactRow, error) {
	t.Helper()
	s := serve(t, nil, rows("["+rowWith("", "")+","+row+"]"))
	got, err := run[exactRow](background, s.client, "a.b", query{}, nil)
	if err != nil {
		return exactRow{}, err
	}
	if len(got.Rows) != 2 {
		t.Fatalf("%d rows", len(got.Rows))
	}
	return got.Rows[1], nil
}

func TestReadsRowsAsTheyAreDeclared(t *testing.T) {
	want := exactRow{
		ID: "a", Whole: -9223372036854775808, Digits: "9223372036854775807", Share: Ptr(1e300), Flag: true,
		At: time.Date(2026, 1, 15, 10, 7, 0, 120001000, time.UTC), Day: Date{2024, time.February, 29},
		Doc: json.RawMessage(`{"a" : [1, "}"]}`), Record: &exactRecord{Text: Ptr(""), Inner: &exactInner{
			Day: &Date{1900, time.January, 1}, At: Ptr(time.Date(2026, 1, 15, 10, 7, 0, 0, time.UTC)),
		}},
	}
	whole := rowWith("", "")
	for _, row := range []string{
		whole,
		"\n {\t\"unknown\" : [ {\"id\":\"x\"}, \"\\\\\" , \"\\\",}]\" ] ,\r" + whole[1:],
		`{"ID":"x","Whole":null,"iD":"y",` + whole[1:len(whole)-1] + `,"ID":"x","DAY":null,"Record":null}`,
		strings.Replace(strings.Replace(whole, `"id"`, `"\u0069d"`, 1), `"record"`, `"\u0072ecord"`, 1),
	} {
		got, err := readRow(t, row)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", row, got, err)
		}
	}
}

func TestReadsTextsOfRows(t *testing.T) {
	for text, want := range map[string]string{
		`"null"`: "null", `"日本 🎈"`: "日本 🎈", `"\u2028\ud83c\udf88\"\\"`: "\u2028🎈\"\\", `"\\\\"`: `\\`, "\"\xff\"": "\ufffd",
	} {
		got, err := readRow(t, rowWith("id", text))
		if err != nil || got.ID != want {
			t.Errorf("%s: %q, %v", text, got.ID, err)
		}
		got, err = readRow(t, rowWith("record", `{"inner":null,"text":`+text+`}`))
		if err != nil || *got.Record.Text != want || got.Record.Inner != nil {
			t.Errorf("%s: %+v, %v", text, got.Record, err)
		}
	}
}

func TestReadsNullWhereItMayBe(t *testing.T) {
	for _, name := range []string{"share", "doc", "record"} {
		got, err := readRow(t, rowWith(name, "null"))
		if err != nil || (name == "share" && got.Share != nil) || (name == "record" && got.Record != nil) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestRefusesRowsThatAreOthers(t *testing.T) {
	for _, refused := range [][3]string{
		{"id", "", "`id` is missing"},
		{"share", "", "`share` is missing"},
		{"doc", "", "`doc` is missing"},
		{"record", "", "`record` is missing"},
		{"id", "null", "`id` is null"},
		{"whole", "null", "`whole` is null"},
		{"flag", "null", "`flag` is null"},
		{"at", "null", "`at` is null"},
		{"day", "null", "`day` is null"},
		{"record", `{"inner":null}`, "`record`: `text` is missing"},
		{"record", `{"text":"","inner":{"at":null,"Day":null}}`, "`record`: `inner`: `day` is missing"},
		{"record", `[]`, "`record`: no record"},
		{"record", `"text"`, "`record`: no record"},
		{"id", "1", "`id`: json: cannot unmarshal number into Go value of type string"},
		{"digits", "1", "`digits`: json: cannot unmarshal number into Go value of type string"},
		{"whole", "1.5", "`whole`: json: cannot unmarshal number 1.5 into Go value of type int64"},
		{"whole", `"1"`, "`whole`: json: cannot unmarshal string into Go value of type int64"},
		{"whole", "9223372036854775808", "`whole`: json: cannot unmarshal number 9223372036854775808 into Go value of type int64"},
	} {
		_, err := readRow(t, rowWith(refused[0], refused[1]))
		var decode *DecodeError
		if !errors.As(err, &decode) || err.Error() != "a.b: unexpected answer: row 1: "+refused[2] {
			t.Errorf("%s %s: %v", refused[0], refused[1], err)
		}
	}
	for _, refused := range [][2]string{{"null", "row 1: no record"}, {"[]", "row 1: no record"}, {"{}", "row 1: `id` is missing"}} {
		if _, err := readRow(t, refused[0]); err == nil || err.Error() != "a.b: unexpected answer: "+refused[1] {
			t.Errorf("%s: %v", refused[0], err)
		}
	}
}
