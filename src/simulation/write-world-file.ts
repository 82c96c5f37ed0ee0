import { stringify } from 'yaml'

/** A world file as YAML. */
export const writeWorldFile = (file: object): string =>
  stringify(file, { aliasDuplicateObjects: false, lineWidth: 0 })
