import { basename } from 'node:path'

const fileNamed = new Map<string, string>()

/**
 * The class of a name in a CSS module: `row` in `Table.module.css` becomes `Table-row`. Unlike the default, which contains hashes
 * of the file and its path, it compresses well, and a changed rule does not rename the scripts that use it. Throws if two modules have the
 * same name.
 */
export function readableClassName(name: string, file: string): string {
  const path = file.replace(/\?.*$/, '')
  const module = basename(path, '.module.css')
  const known = fileNamed.get(module) ?? path
  if (known !== path) throw new Error(`${known} and ${path} need different names: classes are named by them`)
  fileNamed.set(module, path)
  return `${module}-${name}`
}
