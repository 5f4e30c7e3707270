import { describe, expect, it } from 'vitest'
import { isTestFile } from './test-names.ts'

describe('a test, by its name', () => {
  it.each([
    'tests/cart.js',
    'test/helper.ts',
    'packages/shop/__tests__/cart.js',
    'src/__snapshots__/cart.txt',
    'spec/cart_spec.rb',
    'pkg/testdata/golden.json',
    'src/cart.test.ts',
    'src/cart.spec.mjs',
    'src/cart.test.tsx',
    'test_cart.py',
    'shop/cart_test.py',
    'shop/conftest.py',
    'cart_test.go',
    'cart_test.cpp',
    'cart.snap',
    'Tests/CartTest.cs',
  ])('is %s', path => {
    expect(isTestFile(path)).toBe(true)
  })

  it.each([
    'src/cart.js',
    'src/test.js',
    'test.py',
    'src/latest.js',
    'src/contest/a.js',
    'protest.py',
    'src/testing.ts',
    'attest/a.js',
    'README.md',
  ])('is not %s', path => {
    expect(isTestFile(path)).toBe(false)
  })
})
