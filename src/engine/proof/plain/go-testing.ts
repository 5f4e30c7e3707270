/** A package in the place of `testing`, as far as tests call it. What it lacks does not compile, and nothing is concluded. */
export const goTesting = (mark: string): string => `package testing

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

type TB interface {
	Cleanup(func())
	Error(args ...interface{})
	Errorf(format string, args ...interface{})
	Fail()
	FailNow()
	Failed() bool
	Fatal(args ...interface{})
	Fatalf(format string, args ...interface{})
	Helper()
	Log(args ...interface{})
	Logf(format string, args ...interface{})
	Name() string
	Setenv(key, value string)
	Skip(args ...interface{})
	SkipNow()
	Skipf(format string, args ...interface{})
	Skipped() bool
	TempDir() string
}

type common struct {
	name    string
	failed  bool
	skipped bool
	ends    []func()
}

type T struct{ common }

type B struct {
	common
	N int
}

type F struct{ common }

func (f *F) Add(args ...interface{})  {}
func (f *F) Fuzz(one interface{})     {}
func (b *B) ResetTimer()              {}
func (b *B) StartTimer()              {}
func (b *B) StopTimer()               {}
func (b *B) ReportAllocs()            {}
func (b *B) SetBytes(count int64)     {}
func (b *B) Loop() bool               { return false }
func (b *B) Run(name string, run func(*B)) bool { return true }

type Case struct {
	Id  string
	Run func(*T)
}

func Short() bool   { return false }
func Verbose() bool { return false }

func (c *common) Cleanup(end func())                         { c.ends = append(c.ends, end) }
func (c *common) Error(args ...interface{})                  { c.failed = true }
func (c *common) Errorf(format string, args ...interface{})  { c.failed = true }
func (c *common) Fail()                                      { c.failed = true }
func (c *common) FailNow()                                   { c.failed = true; runtime.Goexit() }
func (c *common) Failed() bool                               { return c.failed }
func (c *common) Fatal(args ...interface{})                  { c.FailNow() }
func (c *common) Fatalf(format string, args ...interface{})  { c.FailNow() }
func (c *common) Helper()                                    {}
func (c *common) Log(args ...interface{})                    {}
func (c *common) Logf(format string, args ...interface{})    {}
func (c *common) Name() string                               { return c.name }
func (c *common) Skip(args ...interface{})                   { c.SkipNow() }
func (c *common) SkipNow()                                   { c.skipped = true; runtime.Goexit() }
func (c *common) Skipf(format string, args ...interface{})   { c.SkipNow() }
func (c *common) Skipped() bool                              { return c.skipped }
func (c *common) Context() context.Context                   { return context.Background() }

func (c *common) Setenv(key, value string) {
	old, had := os.LookupEnv(key)
	os.Setenv(key, value)
	c.Cleanup(func() {
		if had {
			os.Setenv(key, old)
		} else {
			os.Unsetenv(key)
		}
	})
}

func (c *common) Chdir(dir string) {
	old, _ := os.Getwd()
	os.Chdir(dir)
	c.Cleanup(func() { os.Chdir(old) })
}

func (c *common) TempDir() string {
	dir, _ := os.MkdirTemp("", "t")
	c.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func (t *T) Parallel()                         {}
func (t *T) Deadline() (at time.Time, is bool) { return }

func (t *T) Run(name string, run func(*T)) bool {
	inner := &T{common{name: t.name + "/" + name}}
	inner.call(run)
	t.failed = t.failed || inner.failed
	return !inner.failed
}

func (t *T) call(run func(*T)) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() {
			if recover() != nil {
				t.failed = true
			}
		}()
		run(t)
	}()
	<-done
	for at := len(t.ends) - 1; at >= 0; at-- {
		t.ends[at]()
	}
}

func RunAll(folder string, cases []Case) {
	go func() {
		time.Sleep(20 * time.Second)
		os.Exit(0)
	}()
	home, _ := os.Getwd()
	os.Chdir(filepath.Join(home, folder))
	for _, one := range cases {
		t := &T{common{name: one.Id}}
		t.call(one.Run)
		if t.failed {
			fmt.Printf("\\n${mark} %s \\"failed\\"\\n", one.Id)
		} else if !t.skipped {
			fmt.Printf("\\n${mark} %s \\"ok\\"\\n", one.Id)
		}
	}
	os.Chdir(home)
}
`
