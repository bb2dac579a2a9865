interface Props {
  largura?: number | string
  altura?: number | string
}

/** Holds the room of what is loading. */
export const Skeleton = ({ largura = '100%', altura = 16 }: Props) => (
  <span className="skeleton" aria-hidden style={{ width: largura, height: altura }} />
)

/** Holds the room of a list: its lines and the gaps between them. */
export const SkeletonList = ({ linhas, altura }: { linhas: number; altura: number }) => (
  <div className="skeleton-list">
    {Array.from({ length: linhas }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <Skeleton key={n} altura={altura} />
    ))}
  </div>
)
