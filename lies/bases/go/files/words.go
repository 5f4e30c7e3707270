package toy

import "strings"

// Shout is loud.
func Shout(text string) string {
	return strings.ToUpper(text) + "!"
}
