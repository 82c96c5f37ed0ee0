/**
 * Normalizes the path the dashboard is served below, with a slash at both ends: `demo`, `/demo` and `/demo/` are the same.
 * @throws Error with a message for the user
 */
export function basePath(written: string): string {
  const parts = written.split('/').filter((part) => part !== '')
  if (!parts.every((part) => /^[\w.~-]+$/.test(part) && !/^\.+$/.test(part)))
    throw new Error(`--base must be a path such as /demo/, of letters, digits and - . _ ~, not "${written}".`)
  return `/${parts.map((part) => `${part}/`).join('')}`
}
