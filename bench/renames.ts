import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { renameBounds } from './budgets.ts'
import type { Figure } from './report.ts'
import { withBuild } from './served.ts'

const COMPRESSED = /\.(?:br|gz)$/

/** Sentences by who shows them. `tests/repository/build.test.ts` computes the same for a change of any file. */
const CHANGES = {
  'a page': ['/src/messages/fleets/fleet-deploy.ts', 'Read a repository first'],
  'the sign-in page': ['/src/messages/sign-in/sign-in.ts', 'Skip to the sign-in form'],
  'a part of many pages': ['/src/messages/common/common.ts', 'Clear filter'],
  'the frame': ['/src/messages/app/shell.ts', 'Keyboard shortcuts'],
} as const

const changed = (path: string, sentence: string): Plugin => ({
  name: 'changed-sentence',
  transform(code, id) {
    if (!id.endsWith(path)) return null
    if (!code.includes(sentence)) throw new Error(`${path} lacks the sentence “${sentence}”`)
    return code.replace(sentence, `${sentence}, please`)
  },
})

const filesOf = (plugins: Plugin[]) =>
  withBuild(
    async (folder) => new Set(readdirSync(join(folder, 'assets')).filter((file) => !COMPRESSED.test(file))),
    plugins,
  )

/** How many files a browser has to load again after a sentence was changed: builds without and with the change. */
export async function measureRenames(): Promise<Figure[]> {
  const before = await filesOf([])
  const figures: Figure[] = []
  for (const [where, [path, sentence]] of Object.entries(CHANGES)) {
    const after = await filesOf([changed(path, sentence)])
    const what = `files renamed by a changed sentence of ${where}`
    const value = [...after].filter((file) => !before.has(file)).length
    figures.push({ what, value, unit: '', ...renameBounds[what], note: `of ${after.size}` })
  }
  return figures
}
