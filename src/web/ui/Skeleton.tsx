interface Props {
  largura?: number | string
  altura?: number | string
}

/** The room of what is still to come. */
export const Skeleton = ({ largura = '100%', altura = 16 }: Props) => (
  <span className="skeleton" aria-hidden style={{ width: largura, height: altura }} />
)

/** The room of a list: so many lines, with the gap between them. */
export const SkeletonList = ({ linhas, altura }: { linhas: number; altura: number }) => (
  <div className="skeleton-list">
    {Array.from({ length: linhas }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <Skeleton key={n} altura={altura} />
    ))}
  </div>
)
