/** The value of a name in a table; not what every object has, such as `constructor`, when users choose the name. */
export function valueIn<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
