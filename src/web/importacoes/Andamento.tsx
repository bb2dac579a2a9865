import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/Button.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { Progress } from '#web/ui/Progress.tsx'
import { andamentoQuery } from './importacoes.queries.ts'

interface Props {
  titulo: string
  arquivo: string
  simular: boolean
  /** How many rows or documents there are; when unknown, the bar is indeterminate. */
  total: number | undefined
  /** The unit, of one and of many: "linha", "linhas". */
  de: readonly [um: string, varios: string]
  /** Only while nothing is written yet. */
  aoParar: () => void
}

/** How far the running import has come, as the server counts it. */
export function Andamento({ titulo, arquivo, simular, total, de, aoParar }: Props) {
  const { data } = useQuery(andamentoQuery)
  const lidas = data?.data.find((uma) => uma.arquivo === arquivo && uma.simulada === simular)?.lidas
  const parte = lidas !== undefined && total ? Math.min(100, (lidas / total) * 100) : undefined
  return (
    <div className="andamento">
      <div role="status">
        <h2 className="titulo">{titulo}</h2>
      </div>
      <Progress rotulo={titulo} valor={parte} />
      <div className="cinza algarismos">{lidas === undefined ? 'Enviando o arquivo…' : quantas(lidas, total, de)}</div>
      <div className="miudo">
        {simular
          ? 'Nada é gravado agora: você confere antes.'
          : 'Pode sair desta tela: a gravação continua, e o resultado espera por você aqui.'}
      </div>
      {simular && <Button onClick={aoParar}>Cancelar</Button>}
    </div>
  )
}

const quantas = (lidas: number, total: number | undefined, de: Props['de']) =>
  total ? `${numero(lidas)} de ${plural(Math.max(total, lidas), ...de)}` : plural(lidas, ...de)
