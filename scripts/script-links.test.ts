import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { linksOf, planLinks } from './script-links.ts'

/** A page with 12 pages behind a frame, and a worker whose lazily loaded scripts import its first one. */
const pages = Array.from({ length: 12 }, (_, nth) => `assets/page${nth}.js`)
const codes: Record<string, string> = {
  'assets/vendor.js': 'export{v as a}',
  'assets/entry.js': 'import{a as v}from"./vendor.js";export{x as a}',
  'assets/frame.js': 'import{a as x}from"./entry.js";export{f as a}',
  'assets/list.js': 'import*as f from"./frame.js";export{l as a}',
  'assets/worker.js': 'export{w as a}',
  'assets/late0.js': 'import{a as w}from"./worker.js"',
  ...Object.fromEntries(
    pages.map((page) => [page, 'import{a as f}from"./frame.js";import{a as l}from"./list.js"']),
  ),
}
const known = new Map(Object.entries(codes))
const plan = planLinks({
  links: new Map([...known].map(([file, code]) => [file, linksOf(file, code, known)])),
  contained: new Map(
    [...known].map(([file, code]) => [
      file,
      [...code.matchAll(/\.\/([\w.]+)/g)].map(([, name = '']) => `assets/${name}`),
    ]),
  ),
  lazily: new Map([
    ['assets/entry.js', [...pages, 'assets/frame.js']],
    ['assets/worker.js', ['assets/late0.js']],
  ]),
  entries: ['assets/entry.js'],
  workers: ['assets/worker.js'],
})

test('what many scripts import is read, after it has run', () => {
  expect([...plan.parts].toSorted()).toEqual([
    'assets/entry.js',
    'assets/frame.js',
    'assets/list.js',
    'assets/worker.js',
  ])
  expect(plan.late).toEqual(['assets/frame.js', 'assets/list.js'])
  expect(plan.runFirst.get('assets/page0.js')).toEqual(['assets/frame.js', 'assets/list.js'])
  expect(plan.runFirst.get('assets/list.js')).toEqual(['assets/frame.js'])
  expect(plan.runFirst.get('assets/frame.js')).toEqual([])
})

test('scripts that run at the start import each other by name, and those of a worker only read what has run at its start', () => {
  expect(plan.isRead('assets/page3.js', 'assets/list.js')).toBe(true)
  expect(plan.isRead('assets/frame.js', 'assets/entry.js')).toBe(true)
  expect(plan.isRead('assets/entry.js', 'assets/vendor.js')).toBe(false)
  expect(plan.isRead('assets/late0.js', 'assets/worker.js')).toBe(true)
  expect(plan.order.indexOf('assets/vendor.js')).toBeLessThan(plan.order.indexOf('assets/entry.js'))
})

test('all forms of imports and exports that the bundler writes are understood', () => {
  const file = 'assets/x.js'
  const code =
    'import"./a.js";import d,{b as c,e}from"./a.js";import*as all from"./a.js";import y from"yaml";export{g as h}from"./a.js";export{c as i};'
  const { imports, exports } = linksOf(file, code, new Map([['assets/a.js', '']]))
  expect(imports.map(({ names, again, all }) => ({ names, again, all }))).toEqual([
    { names: [], again: [], all: undefined },
    {
      names: [
        { imported: 'default', local: 'd' },
        { imported: 'b', local: 'c' },
        { imported: 'e', local: 'e' },
      ],
      again: [],
      all: undefined,
    },
    { names: [], again: [], all: 'all' },
    { names: [], again: [{ imported: 'g', exported: 'h' }], all: undefined },
  ])
  expect(exports).toEqual([{ local: 'c', exported: 'i' }])
  expect(parseAst(code.slice(imports[1]?.start, imports[1]?.end)).body).toHaveLength(1)
  expect(() => linksOf(file, 'export * from "./a.js"', new Map())).toThrow('ExportAllDeclaration')
})
