import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fleetRoleQuery, whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { fleetQuery, type Fleet } from '@/domain/fleet/fleet.queries.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { commonText } from '@/messages/common/common.ts'
import { tagText } from '@/messages/common/tags.ts'
import { fleetSummaryText, fleetText } from '@/messages/fleets/fleets.ts'
import { TagList } from '@/ui/display/Tag.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { TagsDialog } from '@/widgets/tags/TagsDialog.tsx'

/** The tags of the fleet, and their editor. */
export function FleetTagsPanel({ fleet }: { fleet: Fleet }) {
  const queries = useQueryClient()
  const { data: role } = useQuery(fleetRoleQuery(fleet.id))
  const [editing, setEditing] = useState(false)
  const reason =
    role === undefined ? commonText.loading : whyNotAllowed(role ?? 'member', 'resin.application_tag.all')
  return (
    <Panel
      title={fleetSummaryText.tags}
      actions={
        <Button
          size="s"
          variant="quiet"
          icon={<IconPencil size={14} aria-hidden="true" />}
          reason={reason}
          onClick={() => setEditing(true)}
        >
          {tagText.edit}
        </Button>
      }
    >
      <TagList
        tags={tagValues(fleet.application_tag)}
        label={fleetText.tagsOf(fleet.app_name)}
        empty={fleetText.noTags}
      />
      {editing && (
        <TagsDialog
          kind="application"
          things={[{ id: fleet.id, cliName: fleet.slug, tags: fleet.application_tag }]}
          onChanged={() => queries.invalidateQueries({ queryKey: fleetQuery(fleet.id).queryKey })}
          onClose={() => setEditing(false)}
        />
      )}
    </Panel>
  )
}
