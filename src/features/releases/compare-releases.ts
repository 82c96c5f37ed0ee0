import { comparedRows, type ComparedSection } from '../../domain/screen/compared.ts'
import { formatBytes } from '../../lib/format.ts'
import { compareReleasesText } from '../../messages/compare-releases.ts'
import { readComposition } from './composition.ts'
import type { Release } from './releases.queries.ts'

const { fields } = compareReleasesText

/**
 * What can be said of a release in a line each. Variables are not among it: the platform keeps them for fleets, services and
 * devices, and has none of a release but those of its compose file.
 */
function factsOf(release: Release): Map<string, string> {
  const facts = new Map([
    [fields.commit, release.commit],
    [fields.status, release.status],
  ])
  if (release.note) facts.set(fields.note, release.note)
  for (const { image } of release.release_image) {
    const service = image[0].is_a_build_of__service[0].service_name
    facts.set(fields.image(service), image[0].is_stored_at__image_location)
    if (image[0].image_size !== null)
      facts.set(fields.size(service), formatBytes(Number(image[0].image_size)))
  }
  for (const { tag_key, value } of release.release_tag) facts.set(fields.tag(tag_key), value)
  return facts
}

export const composeOf = ({ composition }: Release): string => {
  if (composition === null) return ''
  const read = readComposition(composition)
  return read.kind === 'parsed' ? read.yaml : read.text
}

export const contractOf = ({ contract }: Release): string => {
  if (contract === null) return ''
  return typeof contract === 'string' ? contract : JSON.stringify(contract, null, 2)
}

/** Null where there is nothing, so that it is no difference to an empty text. */
const row = (name: string, before: string, after: string) => ({
  name,
  before: before === '' ? null : before,
  after: after === '' ? null : after,
})

/** All that is compared of two releases. */
export const comparedReleases = (before: Release, after: Release): ComparedSection[] => [
  { title: compareReleasesText.facts, rows: comparedRows(factsOf(before), factsOf(after)) },
  {
    title: compareReleasesText.compose,
    rows: [row(compareReleasesText.compose, composeOf(before), composeOf(after))],
  },
  {
    title: compareReleasesText.contract,
    rows: [row(compareReleasesText.contract, contractOf(before), contractOf(after))],
  },
]
