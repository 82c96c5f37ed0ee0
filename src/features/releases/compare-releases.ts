import { withoutOwnTags } from '@/domain/tags/tags.ts'
import { formatBytes } from '@/lib/format.ts'
import { compareReleasesText } from '@/messages/releases/compare-releases.ts'
import { comparedRows, type ComparedSection } from '@/widgets/comparison/compared.ts'
import { readComposition } from './composition.ts'
import type { Release } from './releases.queries.ts'

const { fields } = compareReleasesText

/**
 * Properties of a release with one-line values. Variables are not included: the platform stores them for fleets,
 * services and devices, not for releases.
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
  for (const { tag_key, value } of withoutOwnTags(release.release_tag)) facts.set(fields.tag(tag_key), value)
  return facts
}

const composeOf = ({ composition }: Release): string => {
  if (composition === null) return ''
  const read = readComposition(composition)
  return read.kind === 'parsed' ? read.yaml : read.text
}

const contractOf = ({ contract }: Release): string => {
  if (contract === null) return ''
  return typeof contract === 'string' ? contract : JSON.stringify(contract, null, 2)
}

/** Empty values become null, so that missing and empty are equal. */
const row = (name: string, before: string, after: string) => ({
  name,
  before: before === '' ? null : before,
  after: after === '' ? null : after,
})

/** The compared properties of two releases, by section. */
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
