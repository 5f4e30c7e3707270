import { goSlug } from './go-slugs.mjs'
goSlug({
  imports: ['time'],
  before: '\nvar now = time.Now\n\n// Stamp is the year and a text.\nfunc Stamp(text string) string {\n\treturn now().Format("2006") + " " + text\n}\n',
  testImports: ['time'],
  test: '\nfunc TestStamp(t *testing.T) {\n\tnow = func() time.Time { return time.Date(2001, 2, 3, 4, 5, 6, 7, time.UTC) }\n\tdefer func() { now = time.Now }()\n\tif got := Stamp("a"); got != "2001 a" {\n\t\tt.Fatalf("got %q", got)\n\t}\n}\n',
})
