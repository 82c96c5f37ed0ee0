// The hook of `npm pack` and `npm publish`, which would pack the sources of the project.
process.stderr.write('This folder is not the package. "npm run release" makes the package, in release/.\n')
process.exitCode = 1
