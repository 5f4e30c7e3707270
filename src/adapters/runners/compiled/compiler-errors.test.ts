import { expect, it } from 'vitest'
import { brokenBuild } from './compiler-errors.ts'

it('finds the errors of compiler, linker and CMake, once for each file', () => {
  const output = `[ 75%] Building CXX object CMakeFiles/p_test.dir/test/p_test.cpp.o
/room/test/p_test.cpp:2:21: error: 'perimeter' was not declared in this scope
    2 | int main() { return perimeter(3) == 12 ? 0 : 1; }
/room/test/p_test.cpp:3:1: error: expected '}'
/room/src/b.cpp:1:10: fatal error: missing.h: No such file or directory
/usr/bin/ld: CMakeFiles/q_test.dir/test/q_test.cpp.o: in function \`main':
q_test.cpp:(.text+0xa): undefined reference to \`round(int)'
CMake Error at CMakeLists.txt:4 (add_library):
  Cannot find source file:

    src/perimeter.cpp

gmake: *** [Makefile:101: all] Error 2
`
  expect(brokenBuild(output)).toEqual([
    { file: '/room/test/p_test.cpp', message: "'perimeter' was not declared in this scope" },
    { file: '/room/src/b.cpp', message: 'missing.h: No such file or directory' },
    { file: 'test/q_test.cpp', message: "undefined reference to `round(int)'" },
    {
      file: 'CMakeLists.txt',
      message: 'Cannot find source file: src/perimeter.cpp gmake: *** [Makefile:101: all] Error 2',
    },
  ])
})

it.each(['', 'src/a.cpp:1:1: warning: unused variable\n', 'Could not resolve host\n'])(
  'finds nothing in %j',
  output => {
    expect(brokenBuild(output)).toEqual([])
  },
)
