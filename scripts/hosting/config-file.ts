import { readConfig, type Config } from '../../src/config.ts'
import { textOf } from '../command-line.ts'

/** Where the dashboard is served when that is not known yet. */
const SOMEWHERE = new URL('https://dashboard.example.com')

export interface ConfigFile {
  /** What it is called in messages: its path, or the option that it is made from. */
  name: string
  text: string
}

/** A file chosen by the user. @throws UsageError */
export const configFileAt = (path: string): ConfigFile => ({ name: path, text: textOf(path) })

/**
 * Reads a `config.json` by the rules of the page, so that no script accepts what the page would refuse.
 * @throws ConfigProblem with the file, the key and the reason
 */
export const checkedConfig = ({ name, text }: ConfigFile, pageUrl: URL = SOMEWHERE): Config =>
  readConfig({ file: text, fileName: name, pageUrl })
