const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder.',
  EACCES: 'this account has no access to it.',
  EPERM: 'this account has no access to it.',
  EEXIST: 'is a file, and a folder is needed.',
  EISDIR: 'is a folder, and a file is needed.',
  ENOTDIR: 'a part of this path is a file, and a folder is needed.',
  EROFS: 'cannot be written, because its disk is read-only.',
  ENOSPC: 'cannot be written, because the disk is full.',
}

/** What is wrong with a file, for a user; undefined for other errors. */
export function fileProblem(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? FILE_PROBLEMS[code] : undefined
}
