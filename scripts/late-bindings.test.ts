import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { lateBindings } from './late-bindings.ts'

test('variables of the top level that functions assign are found, others are not', () => {
  const cases: [code: string, late: string[]][] = [
    ['let a = 1; export { a }', []],
    ['let a; a = 2; export { a }', []],
    ['let a = 1; function set() { a = 2 } export { a }', ['a']],
    ['let a = 1; const set = () => a++', ['a']],
    ['let a, b, c; const set = () => { [a, { x: b, ...c }] = read() }', ['a', 'b', 'c']],
    ['let a; const set = () => { for (a of list) use(a) }', ['a']],
    ['let a; class Box { set() { a ??= 1 } }', ['a']],
    // Shadowed by a parameter, a variable, a hoisted `var`, the error of a catch clause, a name of a function or class.
    ['let a; const set = (a) => { a = 2 }', []],
    ['let a; const set = ({ x: [a = 1] }) => { a = 2 }', []],
    ['let a; function set() { let a; a = 2 }', []],
    ['let a; function set() { a = 2; if (x) { var a } }', []],
    ['let a; function set() { try { } catch (a) { a = 2 } }', []],
    ['let a; function set() { { let a } a = 2 }', ['a']],
    ['let a; function set() { for (let a = 0; a < 3; a++); }', []],
    ['let a; function set() { switch (x) { case 1: let a; a = 2 } }', []],
    ['let a; function set() { function a() {} a = 2 }', []],
    // A property is not a variable.
    ['let a; const set = () => { a.x = 2; other.a = 3 }', []],
    // An enum: assigned while the module is evaluated.
    ['var a; (function (a) { a.x = 1 })(a || (a = {}))', []],
  ]
  expect(cases.map(([code]) => [code, [...lateBindings(parseAst(code))].toSorted()])).toEqual(cases)
})
