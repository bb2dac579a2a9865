import { diasEntre } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { MAXIMO_PARCELAS } from '#domain/parcelas.ts'
import { useNomeDoFeriado } from '#web/api/useNomeDoFeriado.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { diaDaSemanaLongo, dinheiro, percentual, plural, soDigitos } from '#web/ui/formatos.ts'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { RemoveOutlined } from '#web/ui/icons/RemoveOutlined.tsx'
import type { Base, Formulario, Proposta } from './proposta.ts'

interface Props {
  formulario: Formulario
  proposta: Proposta
  base: Base
  erroDe: (campo: keyof Formulario) => string | undefined
  aoMudar: (parte: Partial<Formulario>) => void
}

/** The four conditions; a field's help line shows the same value in its other form. */
export function CondicoesAcordo({ formulario, proposta, base, erroDe, aoMudar }: Props) {
  const nomeDoFeriado = useNomeDoFeriado()
  return (
    <div className="condicoes">
      <TextField
        rotulo="Desconto"
        opcional
        prefixo={formulario.desconto_em === 'reais' ? 'R$' : '%'}
        value={formulario.desconto}
        placeholder="0,00"
        inputMode="decimal"
        onChange={(evento) => aoMudar({ desconto: evento.target.value })}
        erro={erroDe('desconto')}
        ajuda={outraFormaDoDesconto(formulario, proposta, base)}
        sufixo={
          <Segmented
            rotulo="Desconto em"
            valor={formulario.desconto_em}
            opcoes={EM}
            aoMudar={(desconto_em) => aoMudar({ desconto_em, desconto: '' })}
          />
        }
      />
      <TextField
        rotulo="Entrada, paga hoje"
        opcional
        prefixo="R$"
        placeholder="0,00"
        value={formulario.entrada}
        inputMode="decimal"
        onChange={(evento) => aoMudar({ entrada: evento.target.value })}
        erro={erroDe('entrada')}
        ajuda={
          proposta.entradaCentavos > 0 && proposta.totalCentavos > 0
            ? `${percentual((proposta.entradaCentavos / proposta.totalCentavos) * 100)} do valor negociado`
            : undefined
        }
      />
      <Parcelas formulario={formulario} proposta={proposta} erroDe={erroDe} aoMudar={aoMudar} />
      <DateField
        rotulo="Primeiro vencimento"
        value={formulario.primeiro_vencimento}
        min={base.hoje}
        aoMudar={(primeiro_vencimento) => aoMudar({ primeiro_vencimento })}
        erro={erroDe('primeiro_vencimento')}
        ajuda={quandoCai(formulario.primeiro_vencimento, base.hoje, nomeDoFeriado)}
      />
    </div>
  )
}

function Parcelas({ formulario, proposta, erroDe, aoMudar }: Omit<Props, 'base'>) {
  const n = Number(formulario.parcelas) || 0
  const primeira = proposta.parcelas.find((parcela) => parcela.numero === 1)
  return (
    <TextField
      rotulo="Parcelas"
      value={formulario.parcelas}
      inputMode="numeric"
      onChange={(evento) => aoMudar({ parcelas: soDigitos(evento.target.value).slice(0, 4) })}
      erro={erroDe('parcelas')}
      ajuda={`de 1 a ${MAXIMO_PARCELAS}`}
      prefixo={
        <IconButton
          size="small"
          className="passo"
          aria-label="Uma parcela a menos"
          disabled={n <= 1}
          onClick={() => aoMudar({ parcelas: String(n - 1) })}
        >
          <RemoveOutlined size={18} />
        </IconButton>
      }
      sufixo={
        <>
          {primeira && <b>× {dinheiro(emReais(primeira.valorCentavos))}</b>}
          <IconButton
            size="small"
            className="passo"
            aria-label="Uma parcela a mais"
            disabled={n >= MAXIMO_PARCELAS}
            onClick={() => aoMudar({ parcelas: String(n + 1) })}
          >
            <AddOutlined size={18} />
          </IconButton>
        </>
      }
    />
  )
}

const EM = [
  { valor: 'reais', rotulo: 'R$' },
  { valor: 'percentual', rotulo: '%' },
] as const

function quandoCai(dia: string, hoje: string, nomeDoFeriado: (dia: string) => string | null): string | undefined {
  if (!dia || dia < hoje) return undefined
  const dias = diasEntre(hoje, dia)
  const feriado = nomeDoFeriado(dia)
  const quando = dias === 0 ? 'hoje' : dias === 1 ? 'amanhã' : `em ${plural(dias, 'dia', 'dias')}`
  return `${diaDaSemanaLongo(dia)}${feriado ? `, feriado (${feriado})` : ''}, ${quando}`
}

/** Typed in R$, the helper line says the percentage; typed in %, it says the money. */
function outraFormaDoDesconto(formulario: Formulario, { descontoCentavos, encargosCentavos }: Proposta, base: Base) {
  const brutoCentavos = base.originalCentavos + encargosCentavos
  if (descontoCentavos === 0 || brutoCentavos === 0) return undefined
  if (formulario.desconto_em === 'percentual') return dinheiro(emReais(descontoCentavos))
  const perdoa = descontoCentavos === encargosCentavos ? ' · perdoa os encargos' : ''
  return `${percentual((descontoCentavos / brutoCentavos) * 100)}${perdoa}`
}
