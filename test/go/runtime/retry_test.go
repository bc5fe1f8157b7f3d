package logendpoints

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"sync"
	"testing"
	"time"
)

var background = context.Background()

func TestRetriesWhatPasses(t *testing.T) {
	for _, code := range []int{408, 429, 500, 502, 503, 504, 599} {
		s := serve(t, nil, status(code, ""), status(code, ""), rows(`[{"whole":1,"text":"","number":null}]`))
		got, err := ask(background, s)
		if err != nil || len(got.Rows) != 1 || s.requests() != 3 {
			t.Errorf("%d: %v, %v after %d requests", code, got, err, s.requests())
		}
	}
}

func TestRetriesNothingElse(t *testing.T) {
	lasting := []string{`{"code":"unsafe_integer"}`, `{"code":"result_too_large"}`}
	for _, body := range lasting {
		s := serve(t, nil, status(500, body))
		if _, err := ask(background, s); err == nil || s.requests() != 1 {
			t.Errorf("%s: %v after %d requests", body, err, s.requests())
		}
	}
	for _, code := range []int{204, 301, 302, 304, 400, 401, 403, 404, 405, 431} {
		s := serve(t, nil, status(code, "", "Location", "/elsewhere"))
		_, err := ask(background, s)
		var refused *Error
		if !errors.As(err, &refused) || refused.Status != code || s.requests() != 1 {
			t.Errorf("%d: %v after %d requests", code, err, s.requests())
		}
	}
}

func TestRetriesBrokenConnections(t *testing.T) {
	abort := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	s := serve(t, nil, broken, abort, rows("[]"))
	got, err := ask(background, s)
	if err != nil || got.Rows == nil || len(got.Rows) != 0 || s.requests() != 3 {
		t.Errorf("%v, %v after %d requests", got, err, s.requests())
	}
	s = serve(t, []Option{WithMaxRetries(0)}, broken)
	_, err = ask(background, s)
	var connection *ConnectionError
	if !errors.As(err, &connection) || !errors.Is(err, io.ErrUnexpectedEOF) || connection.RequestID != "" {
		t.Errorf("a part of an answer is %v", err)
	}
	for text, shown := range map[string]string{"r1": "r1", "of-" + token: "of-[key]"} {
		s = serve(t, []Option{WithMaxRetries(0)}, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Request-Id", text)
			broken(w, r)
		})
		_, err = ask(background, s)
		want := "a.b: no answer: unexpected EOF (request " + shown + ")"
		if !errors.As(err, &connection) || connection.RequestID != shown || err.Error() != want {
			t.Errorf("a part of an answer that has a name is %v", err)
		}
	}
}

func TestBacksOff(t *testing.T) {
	s := serve(t, []Option{WithMaxRetries(7)}, status(503, ""))
	_, _ = ask(background, s)
	half := 500 * time.Millisecond
	want := []time.Duration{half, 2 * half, 4 * half, 8 * half, 16 * half, 16 * half, 16 * half}
	if !reflect.DeepEqual(s.waits, want) {
		t.Errorf("waits %v", s.waits)
	}
	s = serve(t, nil, status(503, ""))
	s.client.random = func() float64 { return 0 }
	_, _ = ask(background, s)
	if !reflect.DeepEqual(s.waits, []time.Duration{0, 0}) {
		t.Errorf("the jitter is not full: %v", s.waits)
	}
}

func TestOwnRandomNumbers(t *testing.T) {
	random := newRandom()
	seen := map[float64]bool{}
	for i := 0; i < 100; i++ {
		number := random()
		if number < 0 || number >= 1 {
			t.Fatalf("%v", number)
		}
		seen[number] = true
	}
	if len(seen) < 90 {
		t.Errorf("%d of 100 numbers differ", len(seen))
	}
}

func TestWaitsAsLongAsItIsAskedTo(t *testing.T) {
	now := time.Date(2026, 1, 15, 10, 7, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"0":                             0,
		"7":                             7 * time.Second,
		"60":                            time.Minute,
		"Thu, 15 Jan 2026 10:07:09 GMT": 9 * time.Second,
		"Thu, 15 Jan 2026 10:06:00 GMT": 0,
		"soon":                          500 * time.Millisecond,
		"-1":                            500 * time.Millisecond,
		"1.5":                           500 * time.Millisecond,
		"":                              500 * time.Millisecond,
	} {
		s := serve(t, nil, status(503, "", "Retry-After", text), rows("[]"))
		s.client.now = func() time.Time { return now }
		if _, err := ask(background, s); err != nil || !reflect.DeepEqual(s.waits, []time.Duration{want}) {
			t.Errorf("%q: %v, waits %v", text, err, s.waits)
		}
	}
}

func TestObeysNoLongWait(t *testing.T) {
	for _, text := range []string{"61", "4294967295", "18446744074", "Fri, 15 Jan 2100 10:07:09 GMT"} {
		s := serve(t, nil, status(429, `{"code":"rate_limited"}`, "Retry-After", text))
		_, err := ask(background, s)
		var refused *Error
		if !errors.As(err, &refused) || refused.RetryAfter == nil || *refused.RetryAfter <= time.Minute {
			t.Errorf("%q: %v", text, err)
		}
		if s.requests() != 1 || !errors.Is(err, CodeRateLimited) {
			t.Errorf("%q: %v after %d requests", text, err, s.requests())
		}
	}
}

func TestWaitsNotBeyondTheDeadline(t *testing.T) {
	s := serve(t, nil, status(503, `{"code":"overloaded"}`, "Retry-After", "30"))
	ctx, cancel := context.WithTimeout(background, 20*time.Second)
	defer cancel()
	_, err := ask(ctx, s)
	if !errors.Is(err, CodeOverloaded) || s.requests() != 1 || len(s.waits) != 0 {
		t.Errorf("%v after %d requests, waits %v", err, s.requests(), s.waits)
	}
}

func TestSpendsABudget(t *testing.T) {
	down := status(503, "")
	steps := []step{}
	for i := 0; i < 21; i++ {
		steps = append(steps, down)
	}
	s := serve(t, []Option{WithMaxRetries(5)}, append(steps, rows("[]"))...)
	for i := 0; i < 11; i++ {
		_, _ = ask(background, s)
	}
	if s.requests() != 11+10 {
		t.Fatalf("%d requests of 11 calls with 10 retries to spend", s.requests())
	}
	// ten successes give one retry back, and no more than there were
	for i := 0; i < 200; i++ {
		if _, err := ask(background, s); err != nil && i > 0 {
			t.Fatal(err)
		}
	}
	if s.client.budget.tenths != 100 {
		t.Errorf("%v tenths", s.client.budget.tenths)
	}
}

func TestServesManyAtOnce(t *testing.T) {
	s := serve(t, []Option{WithMaxRetries(1)}, status(503, "", "Retry-After", "0"))
	s.client.pause = pause
	var calls sync.WaitGroup
	for i := 0; i < 40; i++ {
		calls.Add(1)
		go func() {
			defer calls.Done()
			if _, err := ask(background, s, WithHeader("X-Team", "a")); err == nil {
				t.Error("a failure is an answer")
			}
		}()
	}
	calls.Wait()
	if s.requests() != 40+10 {
		t.Errorf("%d requests of 40 calls with 10 retries to spend", s.requests())
	}
}

func TestEndsWithItsContext(t *testing.T) {
	s := serve(t, nil, hangs)
	ctx, cancel := context.WithTimeout(background, 2*time.Second)
	defer cancel()
	_, err := ask(ctx, s)
	var connection *ConnectionError
	if !errors.As(err, &connection) || !errors.Is(err, context.DeadlineExceeded) || s.requests() != 1 {
		t.Errorf("%v after %d requests", err, s.requests())
	}
	if err.Error() != "a.b: no answer: context deadline exceeded" {
		t.Error(err)
	}
	cancelled, stop := context.WithCancel(background)
	s = serve(t, nil, func(w http.ResponseWriter, r *http.Request) {
		stop()
		hangs(w, r)
	})
	_, err = ask(cancelled, s)
	if !errors.As(err, &connection) || !errors.Is(err, context.Canceled) || s.requests() != 1 {
		t.Errorf("%v after %d requests", err, s.requests())
	}
	_, err = ask(cancelled, s)
	if !errors.Is(err, context.Canceled) || s.requests() != 1 {
		t.Errorf("%v after %d requests", err, s.requests())
	}
	if s.client.budget.tenths != 100 || len(s.waits) != 0 {
		t.Errorf("%v tenths left, waits %v", s.client.budget.tenths, s.waits)
	}
}

// roundTrip sends requests by a function.
type roundTrip func(*http.Request) (*http.Response, error)

func (r roundTrip) RoundTrip(request *http.Request) (*http.Response, error) {
	return r(request)
}

func TestEndsWithItsContextAfterTheTimeOfAnAttempt(t *testing.T) {
	ctx, stop := context.WithCancel(background)
	late := roundTrip(func(request *http.Request) (*http.Response, error) {
		<-request.Context().Done()
		stop()
		return nil, request.Context().Err()
	})
	opts := []Option{WithHTTPClient(&http.Client{Transport: late}), WithTimeout(time.Millisecond)}
	_, err := ask(ctx, serve(t, opts, hangs))
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestEndsWithTheTimeOfItsHTTPClient(t *testing.T) {
	short := &http.Client{Timeout: 30 * time.Millisecond}
	begins := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = w.Write([]byte("{"))
		w.(http.Flusher).Flush()
		hangs(w, r)
	}
	for name, step := range map[string]step{"before an answer": hangs, "within an answer": begins} {
		_, err := ask(background, serve(t, []Option{WithHTTPClient(short), WithMaxRetries(0)}, step))
		if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken := &ConnectionError{Endpoint: "a.b", Err: io.ErrUnexpectedEOF}
	if errors.Is(broken, context.DeadlineExceeded) {
		t.Error("a broken connection is no time-out")
	}
}

func TestEndsWhileItWaits(t *testing.T) {
	ctx, stop := context.WithCancel(background)
	s := serve(t, nil, status(503, "", "Retry-After", "50"))
	s.client.pause = func(ctx context.Context, wait time.Duration) error {
		stop()
		return pause(ctx, wait)
	}
	_, err := ask(ctx, s)
	if !errors.Is(err, context.Canceled) || s.requests() != 1 {
		t.Errorf("%v after %d requests", err, s.requests())
	}
	start := time.Now()
	if err := pause(background, 50*time.Millisecond); err != nil || time.Since(start) < 50*time.Millisecond {
		t.Errorf("%v after %s", err, time.Since(start))
	}
}

func TestLimitsEachAttempt(t *testing.T) {
	s := serve(t, []Option{WithTimeout(2 * time.Second), WithMaxRetries(1)}, hangs)
	_, err := ask(background, s)
	if !errors.Is(err, context.DeadlineExceeded) || s.requests() != 2 {
		t.Errorf("%v after %d requests", err, s.requests())
	}
	if err.Error() != "a.b: no answer: context deadline exceeded after the client's time-out of 2s" {
		t.Error(err)
	}
	s = serve(t, []Option{WithTimeout(time.Nanosecond)}, rows("[]"))
	if _, err = ask(background, s, WithTimeout(0)); err != nil {
		t.Errorf("without a limit: %v", err)
	}
}
