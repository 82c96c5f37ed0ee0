import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { deployText as text } from '@/messages/fleets/fleet-deploy.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { LoadingRegion, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { TextField } from '@/ui/form/TextField.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { Facts } from '@/ui/layout/Panel.tsx'
import { otherClass } from './deploy-class.ts'
import type { DeploySource } from './deploy.queries.ts'
import { projectPage, tarballOf } from './repository.ts'
import { SimulatedProjects } from './SimulatedProjects.tsx'
import type { DeploySourceForm } from './use-deploy-source.ts'
import styles from './Deploy.module.css'

export interface SourcePartProps {
  fleetClass: FleetClass
  form: DeploySourceForm
  /** Switches to the class in the contract. */
  onClass: (fleetClass: FleetClass) => void
}

/** The address of the project, and what was found there. */
export function SourcePart({ fleetClass, form, onClass }: SourcePartProps) {
  const { source } = form
  return (
    <>
      {form.isExpired && <Banner tone="info">{text.expired}</Banner>}
      <AddressField form={form} />
      {form.source === undefined && <SimulatedProjects onChoose={form.setTyped} />}
      {form.isReading && (
        <LoadingRegion label={text.reading(form.typed.trim())}>
          <SkeletonLines lines={3} height={18} />
        </LoadingRegion>
      )}
      {form.error !== undefined && (
        <ErrorState compact title={form.error} detail={form.errorDetail} onRetry={form.read} />
      )}
      {source && <Found source={source} />}
      {source && <ClassMismatch fleetClass={fleetClass} source={source} onClass={onClass} />}
    </>
  )
}

function AddressField({ form }: Pick<SourcePartProps, 'form'>) {
  return (
    <TextField
      required
      label={text.address}
      description={text.addressHint}
      placeholder={text.addressExample}
      type="url"
      inputMode="url"
      value={form.typed}
      error={form.problem}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      data-autofocus
      aside={
        <Button size="s" variant="quiet" onClick={form.read}>
          {text.read}
        </Button>
      }
      onChange={(event) => form.setTyped(event.target.value)}
      onBlur={() => form.isChanged && form.read()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || form.source !== undefined) return
        // Nothing can be submitted before the project is loaded.
        event.preventDefault()
        form.read()
      }}
    />
  )
}

function Found({
  source: { repository, branch, description, contract, tarballUrl },
}: {
  source: DeploySource
}) {
  const isOwnSource = tarballUrl === tarballOf(repository, branch)
  const { owner, name } = repository
  return (
    <section className={styles.found} aria-label={text.source}>
      {description && <p className={styles.quiet}>{description}</p>}
      <Facts
        columns={2}
        facts={[
          {
            label: text.facts.project,
            wide: true,
            value: (
              <Link to={projectPage(repository)} target="_blank" rel="noreferrer">
                {`${owner}/${name}`}
              </Link>
            ),
          },
          { label: text.facts.branch, value: <code>{branch}</code> },
          {
            label: text.facts.contract,
            value: contract === null ? text.noContract : text.contractOf(contract.name, contract.version),
          },
          // The default source of the branch need not be mentioned.
          ...(isOwnSource
            ? []
            : [
                {
                  label: text.facts.tarball,
                  value: <code className={styles.address}>{tarballUrl}</code>,
                  wide: true,
                },
              ]),
        ]}
      />
    </section>
  )
}

/** Warns if the contract describes another class. */
function ClassMismatch({
  fleetClass,
  source,
  onClass,
}: Pick<SourcePartProps, 'fleetClass' | 'onClass'> & { source: DeploySource }) {
  const other = otherClass(source.contract, fleetClass)
  return (
    other && (
      <Banner
        tone="info"
        action={
          <Button size="s" onClick={() => onClass(other)}>
            {text.deployAs(other)}
          </Button>
        }
      >
        {text.isOther(other)}
      </Banner>
    )
  )
}
