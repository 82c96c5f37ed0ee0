import { useQuery } from '@tanstack/react-query'
import { contractDeviceTypes } from '@/domain/release/contract-device-types.ts'
import { releasePageText } from '@/messages/releases/releases.ts'
import { Facts, Panel } from '@/ui/layout/Panel.tsx'
import { CodeText } from './ComposePanel.tsx'
import { deviceTypesQuery, type Release } from './releases.queries.ts'
import styles from './Release.module.css'

/** The contract of the release: supported device types, and the full contract. */
export function ContractPanel({ release: { contract } }: { release: Release }) {
  return (
    <Panel title={releasePageText.contract} flush={contract !== null}>
      {contract === null ? (
        <p className={styles.quiet}>{releasePageText.noContract}</p>
      ) : (
        <>
          <div className={styles.notice}>
            <Facts
              columns={1}
              facts={[
                {
                  label: releasePageText.deviceTypes,
                  value: <DeviceTypes slugs={contractDeviceTypes(contract)} />,
                },
              ]}
            />
          </div>
          <CodeText label={releasePageText.contractText} text={JSON.stringify(contract, null, 2)} />
        </>
      )}
    </Panel>
  )
}

/** Names of device types; types missing in the catalogue are shown by slug. */
function DeviceTypes({ slugs }: { slugs: readonly string[] }) {
  const { data: types = [] } = useQuery({ ...deviceTypesQuery, enabled: slugs.length > 0 })
  if (slugs.length === 0) return releasePageText.deviceTypesUnknown
  return slugs.map((slug) => types.find((type) => type.slug === slug)?.name ?? slug).join(', ')
}
