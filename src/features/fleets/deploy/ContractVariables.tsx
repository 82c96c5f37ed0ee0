import { deployText as text } from '@/messages/fleets/fleet-deploy.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { Checkbox } from '@/ui/form/Checkbox.tsx'
import type { DeployConfiguration } from './deploy-configuration.ts'
import styles from './Deploy.module.css'

export interface ContractVariablesProps {
  configuration: Pick<DeployConfiguration, 'configVariables' | 'environmentVariables'>
  checked: boolean
  onChange: (checked: boolean) => void
  /** The reason why they cannot be set. */
  reason: string | undefined
  /** Whether they may overwrite existing variables. */
  overwrites: boolean
}

/** Configuration and environment variables in the contract, which the user can exclude. */
export function ContractVariables({
  configuration: { configVariables, environmentVariables },
  checked,
  onChange,
  reason,
  overwrites,
}: ContractVariablesProps) {
  const all = [
    ...configVariables.map((each) => ({ ...each, kind: 'configuration' as const })),
    ...environmentVariables.map((each) => ({ ...each, kind: 'environment' as const })),
  ]
  if (all.length === 0) return null
  return (
    <section className={styles.variables} aria-label={text.variables}>
      <Checkbox label={text.setVariables(all.length)} checked={checked} reason={reason} onChange={onChange} />
      {reason !== undefined && <p className={styles.quiet}>{reason}</p>}
      {overwrites && checked && <p className={styles.quiet}>{text.overwrites}</p>}
      <ul className={styles.list}>
        {all.map(({ kind, name, value }) => (
          <li key={`${kind} ${name}`}>
            <code>{`${name}=${value}`}</code>
            <Tag>{text.kinds[kind]}</Tag>
          </li>
        ))}
      </ul>
    </section>
  )
}
