package logendpoints

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestReadsAnswers(t *testing.T) {
	body := `{"result":[{"whole":9007199254740993,"text":"日本 🎈 \u2028\"","number":null,"more":1},` +
		`{"whole":-9223372036854775808,"text":"","number":0.1}]}`
	s := serve(t, nil, status(200, body,
		"X-Truncated", "true", "X-Row-Limit", "2", "X-Cache", "stale", "Age", "61", "X-Request-Id", "r1"))
	got, err := ask(background, s)
	if err != nil {
		t.Fatal(err)
	}
	want := &Response[anyRow]{
		Rows:      []anyRow{{9007199254740993, "日本 🎈 \u2028\"", nil}, {math.MinInt64, "", Ptr(0.1)}},
		Truncated: true, RowLimit: 2, CacheState: CacheStale, Age: 61 * time.Second, RequestID: "r1",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	for _, body := range []string{" \n{\"result\":[]}\n", `{"more":{"result":[1]},"result":[]}`} {
		got, err := ask(background, serve(t, nil, status(200, body)))
		if err != nil || len(got.Rows) != 0 {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
	s = serve(t, nil, status(200, `{"result":[]}`, "Age", "-1", "X-Row-Limit", "many", "X-Truncated", "false"))
	got, err = ask(background, s)
	if err != nil || !reflect.DeepEqual(got, &Response[anyRow]{Rows: []anyRow{}}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRefusesWhatAreNoRows(t *testing.T) {
	for _, body := range []string{
		``, `{`, `[]`, `null`, `{}`, `{"result":null}`, `{"result":{}}`, `{"result":[]} {}`, `<html>`,
		`{"Result":[]}`, `["result",[]]`, `{"result":[null]}`, `{"result":[[]]}`, `{"result":"[]"}`,
	} {
		s := serve(t, nil, status(200, body, "X-Request-Id", "r1"))
		got, err := ask(background, s)
		var decode *DecodeError
		isNamed := err != nil && strings.HasSuffix(err.Error(), " (request r1)")
		if got != nil || !errors.As(err, &decode) || decode.RequestID != "r1" || !isNamed || s.requests() != 1 {
			t.Errorf("%s: %v, %v after %d requests", body, got, err, s.requests())
		}
	}
}

func TestTellsWhyAnswersAreNoRows(t *testing.T) {
	_, err := ask(background, serve(t, nil, status(200, `<html>`)))
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		t.Errorf("%#v", err)
	}
}

func TestLimitsTheSize(t *testing.T) {
	answer := `{"result":[{"whole":1,"number":null,"text":"` + strings.Repeat("x", 1000) + `"}]}`
	s := serve(t, nil, status(200, answer))
	if _, err := ask(background, s, WithMaxBytes(int64(len(answer)))); err != nil {
		t.Error(err)
	}
	_, err := ask(background, s, WithMaxBytes(int64(len(answer))-1))
	var decode *DecodeError
	if !errors.As(err, &decode) || !strings.Contains(err.Error(), "has more than") || s.requests() != 2 {
		t.Errorf("%v after %d requests", err, s.requests())
	}
	s = serve(t, nil, status(403, `{"code":"forbidden"}`))
	if _, err := ask(background, s, WithMaxBytes(1)); !errors.Is(err, CodeForbidden) {
		t.Errorf("a problem is not an answer: %v", err)
	}
}

type watchedBody struct {
	io.ReadCloser
	closed *int
}

func (b watchedBody) Close() error {
	*b.closed++
	return b.ReadCloser.Close()
}

func TestClosesWhatItReads(t *testing.T) {
	closed := 0
	watched := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		response, err := http.DefaultTransport.RoundTrip(r)
		if err == nil {
			response.Body = watchedBody{response.Body, &closed}
		}
		return response, err
	})}
	s := serve(t, []Option{WithHTTPClient(watched), WithMaxBytes(20)},
		rows("[]"), rows(`["longer than that"]`), status(403, `{"code":"forbidden"}`))
	for i := 1; i <= 3; i++ {
		_, _ = ask(background, s)
		if closed != i {
			t.Errorf("after %d answers %d are closed", i, closed)
		}
	}
}

func TestTellsProblems(t *testing.T) {
	body := `{"type":"about:blank","title":"Invalid parameter","status":400,"detail":"` + "`a` must be b, not `é🎈`." + `",` +
		`"code":"invalid_parameter","parameters":[{"name":"a","message":"m"},{"name":"b","message":"n"}]}`
	s := serve(t, nil, status(400, body, "X-Request-Id", "r1"))
	_, err := ask(background, s)
	want := &Error{
		Endpoint: "a.b", Status: 400, Code: CodeInvalidParameter, Detail: "`a` must be b, not `é🎈`.",
		Parameters: []ParameterFault{{"a", "m"}, {"b", "n"}}, RequestID: "r1",
	}
	var refused *Error
	if !errors.As(err, &refused) || !reflect.DeepEqual(refused, want) {
		t.Errorf("%#v", err)
	}
	if err.Error() != "a.b: 400 invalid_parameter: `a` must be b, not `é🎈`. (request r1)" {
		t.Error(err)
	}
	open, failed := New(s.url, "")
	if failed != nil {
		t.Fatal(failed)
	}
	if _, err := run[anyRow](background, open, "a.b", query{}, nil); !errors.As(err, &refused) || !reflect.DeepEqual(refused, want) {
		t.Errorf("without a key: %#v", err)
	}
	if !errors.Is(fmt.Errorf("wrapped: %w", err), CodeInvalidParameter) || errors.Is(err, CodeForbidden) || errors.Is(err, Code("")) {
		t.Error("errors.Is does not tell codes apart")
	}
	for _, body := range []string{"", "<html>", `{"code":1}`, `{"detail":1}`, `null`, `[]`} {
		s := serve(t, []Option{WithMaxRetries(0)}, status(502, body))
		_, err := ask(background, s)
		want := &Error{Endpoint: "a.b", Status: 502, Detail: "Bad Gateway"}
		if !errors.As(err, &refused) || !reflect.DeepEqual(refused, want) {
			t.Errorf("%s: %#v", body, err)
		}
		if err.Error() != "a.b: 502: Bad Gateway" {
			t.Error(err)
		}
	}
	for _, body := range []string{`{"detail":"x"}`, `{"code":1,"detail":"x"}`} {
		s := serve(t, nil, status(404, body))
		_, err := ask(background, s)
		if !errors.As(err, &refused) || refused.Detail != "x" || refused.Code != "" {
			t.Errorf("%s: %#v", body, err)
		}
	}
}

func TestFollowsNoRedirect(t *testing.T) {
	other := serve(t, nil, rows("[]"))
	s := serve(t, []Option{WithHTTPClient(&http.Client{})}, status(307, "", "Location", other.url+"/api/endpoints/a.b"))
	_, err := ask(background, s)
	var refused *Error
	if !errors.As(err, &refused) || refused.Status != 307 || other.requests() != 0 {
		t.Errorf("%v, %d requests elsewhere", err, other.requests())
	}
}

func TestKeepsTheKeyToItself(t *testing.T) {
	s := serve(t, nil, status(400, `{"code":"forbidden","detail":"`+token+`"}`, "X-Request-Id", token))
	_, refused := ask(background, s)
	unreachable, err := New("http://127.0.0.1:1", token, WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	q := query{}
	q.text("project", "private_value")
	_, failed := run[anyRow](background, unreachable, "a.b", q, nil)
	if errors.Is(failed, context.DeadlineExceeded) {
		t.Errorf("nobody there is no time-out: %v", failed)
	}
	_, malformed := New("https://logs.example.com", token+"\n")
	for _, shown := range []any{s.client, refused, failed, malformed} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
			text := fmt.Sprintf(verb, shown)
			if shown == nil || strings.Contains(text, token) || strings.Contains(text, "private_value") {
				t.Errorf("%s shows %s", verb, text)
			}
		}
	}
	if fmt.Sprint(s.client) != "logendpoints client of "+s.url {
		t.Error(s.client)
	}
}

func TestSendsRequests(t *testing.T) {
	s := serve(t, []Option{WithHeader("X-Team", "a"), WithHeader("X-API-KEY", "another")}, rows("[]"))
	q := query{}
	q.text("text", "a+b&c=d é🎈\u2028%")
	q.text("absent", "")
	if _, err := run[anyRow](background, s.client, "a.b-c", q, []Option{WithHeader("X-Team", "b")}); err != nil {
		t.Fatal(err)
	}
	if _, err := ask(background, s); err != nil {
		t.Fatal(err)
	}
	first, second := s.asked[0], s.asked[1]
	if first.URL.Path != "/api/endpoints/a.b-c" || first.URL.Query().Get("text") != "a+b&c=d é🎈\u2028%" || len(first.URL.Query()) != 1 {
		t.Error(first.URL)
	}
	if second.URL.RawQuery != "" || second.URL.RequestURI() != "/api/endpoints/a.b" {
		t.Error(second.URL)
	}
	if first.Header.Get("X-Team") != "b" || second.Header.Get("X-Team") != "a" {
		t.Error("an option of one call is that call's alone")
	}
	if keys := first.Header.Values("X-API-KEY"); !reflect.DeepEqual(keys, []string{token}) {
		t.Error(keys)
	}
	if agent := first.Header.Get("User-Agent"); agent != "logendpoints-go" {
		t.Error(agent)
	}
	if _, err := ask(background, s, WithHeader("host", "logs.example")); err != nil || s.asked[2].Host != "logs.example" {
		t.Error(err, s.asked[2].Host)
	}
	open, err := New(s.url, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run[anyRow](background, open, "a.b", query{}, nil); err != nil {
		t.Fatal(err)
	}
	if _, sent := s.asked[3].Header["X-Api-Key"]; sent {
		t.Error("an empty key is sent")
	}
}

func TestKeepsThePathOfTheBase(t *testing.T) {
	for _, end := range []string{"", "/", "/logs", "/logs//"} {
		s := serve(t, nil, rows("[]"))
		client, err := New(s.url+end, token)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run[anyRow](background, client, "a.b", query{}, nil); err != nil {
			t.Error(err)
		}
		want := strings.TrimRight(end, "/") + "/api/endpoints/a.b"
		if s.asked[0].URL.Path != want {
			t.Errorf("%q: %s", end, s.asked[0].URL.Path)
		}
	}
}

func TestRefusesWhatCannotBe(t *testing.T) {
	for _, base := range []string{
		"", "logs.example.com", "ftp://logs.example.com", "http://", "https://user:secret@logs.example.com",
		"https://logs.example.com?a=b", "https://logs.example.com?", "https://logs.example.com#a", "http://a b", "http://secret\x00",
	} {
		if client, err := New(base, token); client != nil || err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", base, err)
		}
	}
	for _, key := range []string{"secret a", " secret", "secret\t", "secret\r\na: b", "secret\x7f", "secret\u00e9"} {
		if client, err := New("https://logs.example.com", key); client != nil || err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", key, err)
		}
	}
	wrong := []Option{
		WithHTTPClient(nil), WithTimeout(-1), WithMaxRetries(-1), WithMaxBytes(0),
		WithHeader("", "a"), WithHeader("a b", "a"), WithHeader("a:", "a"), WithHeader("é", "a"),
		WithHeader("a", "a\r\nb: c"), WithHeader("a", "\x00"),
		WithHeader("accept-encoding", "gzip"),
	}
	for i, opt := range wrong {
		if _, err := New("https://logs.example.com", token, opt); err == nil {
			t.Errorf("option %d", i)
		}
		s := serve(t, nil, rows("[]"))
		if _, err := ask(background, s, opt); err == nil || s.requests() != 0 {
			t.Errorf("option %d of a call: %v", i, err)
		}
	}
}

func TestPassesOverNoOption(t *testing.T) {
	s := serve(t, []Option{nil}, rows("[]"))
	if _, err := ask(background, s, nil, WithHeader("X-Team", "a")); err != nil || s.asked[0].Header.Get("X-Team") != "a" {
		t.Error(err)
	}
}

func TestHasDefaults(t *testing.T) {
	var left time.Duration
	given := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		deadline, _ := r.Context().Deadline()
		left = time.Until(deadline)
		return http.DefaultTransport.RoundTrip(r)
	})}
	large := `[{"whole":1,"number":null,"text":"` + strings.Repeat("a", 1<<20) + `"}]`
	s := serve(t, []Option{WithHTTPClient(given)}, rows(large))
	if got, err := ask(background, s); err != nil || len(got.Rows) != 1 {
		t.Error(err)
	}
	if left < 25*time.Second || left > 30*time.Second {
		t.Error(left)
	}
	if given.CheckRedirect != nil {
		t.Error("the client that was given is changed")
	}
}
