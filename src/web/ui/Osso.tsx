/** The room of what is still to come. */
export const Osso = ({ largura = '100%', altura = 16 }: { largura?: number | string; altura?: number | string }) => (
  <span className="osso" aria-hidden style={{ width: largura, height: altura }} />
)
