import { deviceText } from '@/messages/device-page/device.ts'
import { LoadingRegion, Skeleton, SkeletonLines } from '@/ui/feedback/Skeleton.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import styles from './summary/DeviceSummaryPage.module.css'

const gauges = ['cpu', 'temperature', 'memory', 'storage']

/** Placeholder with the final layout, shown until the device is loaded. */
export function DevicePageSkeleton() {
  return (
    <PageFrame title={deviceText.loading} hidden>
      <LoadingRegion label={deviceText.loading} className={styles.summary}>
        <Skeleton width={260} height={34} />
        <div className={styles.metrics}>
          {gauges.map((name) => (
            <Card key={name}>
              <SkeletonLines lines={3} height={16} />
            </Card>
          ))}
        </div>
        <div className={styles.about}>
          <Card>
            <SkeletonLines lines={9} height={20} />
          </Card>
          <Card>
            <SkeletonLines lines={5} height={20} />
          </Card>
        </div>
        <div className={styles.live}>
          <Skeleton height={300} />
          <Skeleton height={300} />
        </div>
      </LoadingRegion>
    </PageFrame>
  )
}
