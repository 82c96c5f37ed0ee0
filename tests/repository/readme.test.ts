import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoAccounts, demoPassword, demoScenarios } from '../../scripts/print-accounts.ts'
import { folders, read, root } from './files.ts'

const readme = read('README.md')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test('the README and package.json list the same scripts', () => {
  const described = [...readme.matchAll(/`npm (?:run )?([a-z]+)/g)].map(([, name]) => name)
  const offered = Object.keys(scripts).filter((name) => !/^(pre|post)(start|test|pack)$/.test(name))
  expect([...new Set(described)].filter((name) => name !== 'ci' && name !== 'pack').sort()).toEqual(
    offered.sort(),
  )
})

test('the README lists all demo users with role and password', () => {
  for (const { email, role } of demoAccounts)
    expect(readme).toMatch(new RegExp(`\\| \`${email}\` +\\| ${role.replace(/[()]/g, '\\$&')} +\\|`))
  expect(readme).toContain(demoPassword)
})

test('the README lists every world', () => {
  for (const { name } of demoScenarios) expect(readme).toContain(`\`${name}\``)
})

test('all links in the README have a target', () => {
  const targets = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, target]) => target ?? '')
  const missing = targets.filter((target) => !/^https?:/.test(target) && !existsSync(join(root, target)))
  expect(missing).toEqual([])
})

test.each(folders)('%s/ has a short README about its contents', (folder) => {
  const page = read(`${folder}/README.md`)
  expect(page.length).toBeGreaterThan(100)
  expect(page.split('\n').length).toBeLessThanOrEqual(80)
})
