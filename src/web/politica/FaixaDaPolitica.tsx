import { IconButton } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { DeleteOutlined } from '#web/ui/icons/DeleteOutlined.tsx'
import type { CampoDaFaixa, FaixaEmTexto } from './rascunho.ts'

interface Props {
  faixa: FaixaEmTexto
  numero: number
  erroDe: (campo: string) => string | undefined
  aoMudar: (faixa: FaixaEmTexto) => void
  aoTirar: () => void
}

const CAMPOS: { campo: CampoDaFaixa; rotulo: string; prefixo?: string; sufixo?: string; vazio?: string }[] = [
  { campo: 'de_dias', rotulo: 'De', sufixo: 'dias' },
  { campo: 'ate_dias', rotulo: 'Até', sufixo: 'dias', vazio: 'sem fim' },
  { campo: 'desconto_encargos', rotulo: 'Desc. de encargos', sufixo: '%' },
  { campo: 'desconto_principal', rotulo: 'Desc. do principal', sufixo: '%' },
  { campo: 'entrada_minima', rotulo: 'Entrada mínima', sufixo: '%' },
  { campo: 'parcelas_max', rotulo: 'Parcelas até', sufixo: '×' },
  { campo: 'parcela_minima', rotulo: 'Parcela mínima', prefixo: 'R$' },
]

/** One band of days late, and its limits. */
export const FaixaDaPolitica = ({ faixa, numero, erroDe, aoMudar, aoTirar }: Props) => (
  <fieldset className="politica-faixa">
    <legend className="so-leitor">Faixa {numero + 1}</legend>
    {CAMPOS.map(({ campo, rotulo, prefixo, sufixo, vazio }) => (
      <TextField
        key={campo}
        rotulo={rotulo}
        prefixo={prefixo}
        sufixo={sufixo}
        placeholder={vazio}
        inputMode="decimal"
        value={faixa[campo]}
        onChange={({ target }) => aoMudar({ ...faixa, [campo]: target.value })}
        erro={erroDe(`faixas.${numero}.${campo}`)}
      />
    ))}
    <IconButton aria-label={`Tirar a faixa ${numero + 1}`} onClick={aoTirar}>
      <DeleteOutlined />
    </IconButton>
  </fieldset>
)
