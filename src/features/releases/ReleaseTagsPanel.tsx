import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { tagText } from '@/messages/common/tags.ts'
import { releasePageText, releasesText } from '@/messages/releases/releases.ts'
import { TagList } from '@/ui/display/Tag.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { TagsDialog } from '@/widgets/tags/TagsDialog.tsx'
import type { ReleasePageData } from './load-release.ts'
import { useReleaseRefresh } from './use-release-refresh.ts'

/** The tags of the release, and their editor. */
export function ReleaseTagsPanel({ fleet, release, role }: ReleasePageData) {
  const refresh = useReleaseRefresh(fleet.id)
  const [editing, setEditing] = useState(false)
  return (
    <Panel
      title={releasePageText.tags}
      actions={
        <Button
          size="s"
          variant="quiet"
          icon={<IconPencil size={14} aria-hidden="true" />}
          reason={whyNotAllowed(role, 'resin.release_tag.update')}
          onClick={() => setEditing(true)}
        >
          {tagText.edit}
        </Button>
      }
    >
      <TagList
        tags={tagValues(release.release_tag)}
        label={releasesText.tagsOf(releaseLabel(release))}
        empty={releasePageText.noTags}
      />
      {editing && (
        <TagsDialog
          kind="release"
          whyNotRemove={whyNotAllowed(role, 'resin.release_tag.delete')}
          things={[{ id: release.id, cliName: release.commit, tags: release.release_tag }]}
          onChanged={refresh}
          onClose={() => setEditing(false)}
        />
      )}
    </Panel>
  )
}
