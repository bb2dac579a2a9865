import { useQuery } from '@tanstack/react-query'
import { avisar } from '#web/ui/avisar.tsx'
import { MenuItem } from '#web/ui/Menu.tsx'
import { modelosDoClienteQuery } from './mensagens.queries.ts'

interface Props {
  clienteId: number
  aoEscolher: (texto: string) => void
}

/** The Pix key and the templates, filled with what is this customer's. */
export function ItensDosTextos({ clienteId, aoEscolher }: Props) {
  const { data, isPending, error } = useQuery(modelosDoClienteQuery(clienteId))
  const colarPix = () =>
    data?.pix
      ? aoEscolher(`Nossa chave Pix: ${data.pix}`)
      : avisar('A empresa ainda não tem chave Pix. Um administrador pode cadastrá-la.')
  return (
    <>
      {data && <MenuItem onClick={colarPix}>Chave Pix</MenuItem>}
      {data?.data
        .filter((modelo) => modelo.conteudo)
        .map((modelo) => (
          <MenuItem key={modelo.tipo} onClick={() => aoEscolher(modelo.conteudo)}>
            <span className="texto-pronto">
              <b>{modelo.titulo}</b>
              <span>{modelo.conteudo}</span>
            </span>
          </MenuItem>
        ))}
      {isPending && <MenuItem disabled>Buscando os modelos…</MenuItem>}
      {error && !data && <MenuItem disabled>Não foi possível buscar os modelos nem a chave Pix.</MenuItem>}
    </>
  )
}
