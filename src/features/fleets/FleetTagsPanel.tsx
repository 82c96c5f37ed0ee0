import type { Fleet } from '@/domain/fleet.queries.ts'
import { tagValues } from '@/domain/tags.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets.ts'
import { Panel } from '@/ui/Panel.tsx'
import { TagList } from '@/ui/Tag.tsx'

/** The fleet's tags. */
export function FleetTagsPanel({ fleet }: { fleet: Fleet }) {
  return (
    <Panel title={fleetSummaryText.tags}>
      <TagList
        tags={tagValues(fleet.application_tag)}
        label={fleetText.tagsOf(fleet.app_name)}
        empty={fleetText.noTags}
      />
    </Panel>
  )
}
