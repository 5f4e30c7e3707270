import { cleanText } from '../../../core/text/clean-text.ts'

const ENDING = '(?:c|cc|cpp|cxx|cu|h|hh|hpp|hxx|inl|ipp)'
/** `/room/test/area_test.cpp:2:21: error: 'area' was not declared in this scope` */
const COMPILER = new RegExp(`^(\\S[^:]*\\.${ENDING}):\\d+(?::\\d+)?: (?:fatal )?error: (.+)$`)
/** `ld: CMakeFiles/area_test.dir/test/area_test.cpp.o: in function …`, and the line with the missing symbol. */
const LINKER = new RegExp(`\\.dir/(\\S+\\.${ENDING})\\.o(?:bj)?\\b`)
const UNDEFINED = /: (undefined reference to .+)$/
/** `CMake Error at CMakeLists.txt:4 (add_library):`, with its message below. */
const CMAKE = /^CMake Error at (\S+?):\d+/
const CMAKE_LINES = 6

/** C and C++ files that break the build, each with its first error. */
export function brokenBuild(output: string): readonly { readonly file: string; readonly message: string }[] {
  const found = new Map<string, string>()
  const note = (file: string, message: string) => {
    if (!found.has(file)) found.set(file, message)
  }
  const lines = cleanText(output).split('\n')
  let linked: string | null = null
  for (const [at, line] of lines.entries()) {
    const [, compiled, error] = COMPILER.exec(line) ?? []
    if (compiled && error) note(compiled, error)
    const [, list] = CMAKE.exec(line) ?? []
    if (list) note(list, below(lines, at))
    linked = LINKER.exec(line)?.[1] ?? linked
    const [, missing] = UNDEFINED.exec(line) ?? []
    if (missing && linked) note(linked, missing)
  }
  return [...found].map(([file, message]) => ({ file, message }))
}

const below = (lines: readonly string[], at: number): string =>
  lines
    .slice(at + 1, at + 1 + CMAKE_LINES)
    .map(line => line.trim())
    .filter(Boolean)
    .join(' ')
