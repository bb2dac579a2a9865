import endereco from '../marca.svg'

/** The product's mark; the name stands beside it in words. */
export const Marca = ({ tamanho }: { tamanho: number }) => (
  <img src={endereco} alt="" width={tamanho} height={tamanho} />
)
