package toy

import "testing"

func TestShout(t *testing.T) {
	if got := Shout("hey"); got != "HEY!" {
		t.Fatalf("got %q", got)
	}
}
