import { IconTag, IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import { compareCodeUnits, formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { releasesText } from '@/messages/releases/releases.ts'
import { Status } from '@/ui/feedback/Status.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SelectionBar } from '@/ui/table/Table.tsx'
import { useRowSelection } from '@/ui/table/use-row-selection.ts'
import { TagsDialog } from '@/widgets/tags/TagsDialog.tsx'
import { DeleteReleasesDialog } from './DeleteReleasesDialog.tsx'
import type { ListedRelease } from './releases.queries.ts'
import { ReleasesTable } from './ReleasesTable.tsx'
import { useReleaseRefresh } from './use-release-refresh.ts'
import { whyNotDelete } from './why-not-delete.ts'
import styles from './ReleaseTable.module.css'

interface ReleasesSectionProps {
  fleet: Fleet
  role: Role
  releases: readonly ListedRelease[]
  stale: boolean
  /** Shown instead of a table without rows. */
  empty: ReactNode
}

/** What a dialog asks about the releases that were selected when it opened. */
interface Question {
  about: 'tags' | 'delete'
  releases: readonly ListedRelease[]
}

/** A page of releases with a selection, which can be tagged or deleted. */
export function ReleasesSection({ fleet, role, releases, stale, empty }: ReleasesSectionProps) {
  const navigate = useNavigate()
  const refresh = useReleaseRefresh(fleet.id)
  const { selection, chosen, clear } = useRowSelection(releases)
  const [question, setQuestion] = useState<Question>()
  const close = () => setQuestion(undefined)
  // A dialog stays when its rows leave the list meanwhile.
  const asked = question?.releases.map((each) => releases.find(({ id }) => id === each.id) ?? each)
  const whyNot =
    whyNotAllowed(role, 'resin.release.delete') ??
    chosen.map(whyNotDelete).find((reason) => reason !== undefined)
  const [newer, older] = chosen.toSorted((a, b) => compareCodeUnits(b.created_at, a.created_at))
  const compare = () => {
    if (newer && older) void navigate(paths.compareReleases(fleet.id, older.id, newer.id, fleet.is_of__class))
  }
  return (
    <>
      {releases.length === 0 ? (
        empty
      ) : (
        <ReleasesTable
          fleet={fleet}
          releases={releases}
          stale={stale}
          selection={selection}
          bar={
            chosen.length > 0 && (
              <SelectionBar>
                <Status as="b">{releasesText.selected(formatNumber(chosen.length), chosen.length)}</Status>
                <Button
                  size="s"
                  icon={<IconTag size={15} aria-hidden="true" />}
                  reason={whyNotAllowed(role, 'resin.release_tag.update')}
                  onClick={() => setQuestion({ about: 'tags', releases: chosen })}
                >
                  {releasesText.tagSelected}
                </Button>
                <Button
                  size="s"
                  reason={chosen.length === 2 ? undefined : releasesText.compareTwo}
                  onClick={compare}
                >
                  {releasesText.compareSelected}
                </Button>
                <Button
                  size="s"
                  icon={<IconTrash size={15} aria-hidden="true" />}
                  reason={whyNot}
                  onClick={() => setQuestion({ about: 'delete', releases: chosen })}
                >
                  {releasesText.deleteSelected}
                </Button>
                <Button size="s" variant="quiet" className={styles.all} onClick={clear}>
                  {releasesText.clearSelection}
                </Button>
              </SelectionBar>
            )
          }
        />
      )}
      {asked && question?.about === 'tags' && (
        <TagsDialog
          kind="release"
          whyNotRemove={whyNotAllowed(role, 'resin.release_tag.delete')}
          things={asked.map(({ id, commit, release_tag }) => ({ id, cliName: commit, tags: release_tag }))}
          onChanged={refresh}
          onClose={close}
        />
      )}
      <DeleteReleasesDialog
        opened={question?.about === 'delete'}
        fleetId={fleet.id}
        releases={asked ?? chosen}
        onClose={close}
        onDeleted={clear}
      />
    </>
  )
}
