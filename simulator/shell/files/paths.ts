export function parts(path: string): string[] {
  return path.split('/').filter((it) => it !== '')
}

export function parentOf(path: string): string {
  return `/${parts(path).slice(0, -1).join('/')}`
}

export function baseName(path: string): string {
  return parts(path).at(-1) ?? '/'
}

export function joined(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`
}

/** An absolute path without `.` and `..`. */
export function resolvePath(path: string, cwd: string): string {
  const full = path.startsWith('/') ? path : `${cwd}/${path}`
  const found: string[] = []
  for (const part of parts(full)) {
    if (part === '..') found.pop()
    else if (part !== '.') found.push(part)
  }
  return `/${found.join('/')}`
}
