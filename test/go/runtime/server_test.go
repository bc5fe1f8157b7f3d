package logendpoints

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

const token = "qk_0123456789abcdefghijklmnopqrstuvwxyz"

// step answers one request.
type step func(http.ResponseWriter, *http.Request)

// service answers requests by its steps in turn, the last one again and again.
type service struct {
	client *Client
	url    string
	mutex  sync.Mutex
	asked  []*http.Request
	waits  []time.Duration
}

func (s *service) requests() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.asked)
}

// serve starts a service and a client of it that waits for nothing and draws the longest back-off.
func serve(t *testing.T, opts []Option, steps ...step) *service {
	t.Helper()
	made := &service{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		made.mutex.Lock()
		at := len(made.asked)
		made.asked = append(made.asked, r)
		made.mutex.Unlock()
		if at >= len(steps) {
			at = len(steps) - 1
		}
		steps[at](w, r)
	}))
	t.Cleanup(server.Close)
	client, err := New(server.URL, token, opts...)
	if err != nil {
		t.Fatal(err)
	}
	client.random = func() float64 { return 1 }
	client.pause = func(_ context.Context, wait time.Duration) error {
		made.waits = append(made.waits, wait)
		return nil
	}
	made.client = client
	made.url = server.URL
	return made
}

func rows(text string) step {
	return func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"result":` + text + `}`))
	}
}

func status(code int, body string, headers ...string) step {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body))
	}
}

// broken tells of more bytes than it sends.
func broken(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	_, _ = w.Write([]byte(`{"result":[]`))
}

// hangs until the caller is gone.
func hangs(_ http.ResponseWriter, r *http.Request) {
	<-r.Context().Done()
}

type anyRow struct {
	Whole  int64    `json:"whole"`
	Text   string   `json:"text"`
	Number *float64 `json:"number"`
}

func ask(ctx context.Context, s *service, opts ...Option) (*Response[anyRow], error) {
	return run[anyRow](ctx, s.client, "a.b", query{}, opts)
}
