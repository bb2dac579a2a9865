import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Conta } from '#contract/contas-receber.ts'
import { emAberto } from '#domain/conta.ts'
import { somarDias } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import { fraseDe } from '#web/api/erro.ts'
import { clienteAdminQuery } from '#web/clientes/admin.queries.ts'
import { type ComTaxas, devidoEm, efeitoDoPagamento, TOM_DO_EFEITO } from '#web/contas-receber/encargos.ts'
import { nomeDaConta, quandoVence } from '#web/contas-receber/palavras.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { dia, dinheiro, valor as emValor, lerDinheiro } from '#web/ui/formatos.ts'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import type { Pessoa } from './EscolherCliente.tsx'
import '#web/contas-receber/contas-receber.css'

/** What is written for each account, as typed. */
export type Partes = Readonly<Record<number, string>>

export const semAs = (partes: Partes, ids: readonly number[]): Partes =>
  Object.fromEntries(Object.entries(partes).filter(([id]) => !ids.includes(Number(id))))

interface Props {
  /** The day of the payment, for which each account's debt is computed. */
  quando: string
  pessoa: Pessoa
  partes: Partes
  resta: number
  aoMudar: (partes: Partes) => void
  aoTirar: ((ids: number[]) => void) | undefined
}

/** The open accounts of one customer; choosing one writes what it owes, or what is left of the money. */
export function ContasDe({ quando, pessoa, partes, resta, aoMudar, aoTirar }: Props) {
  const { data, error } = useQuery(clienteAdminQuery(pessoa.id))
  // One that was paid meanwhile stays while something is written for it, which counts in the sum.
  const contas = data?.contas.filter((conta) => emAberto(conta) || partes[conta.id] !== undefined) ?? []
  const campo = useComecoDaEscolha(data !== undefined)
  const escolher = (conta: Conta, sim: boolean) => {
    if (!sim) return aoMudar(semAs(partes, [conta.id]))
    const devia = devidoEm(comTaxas(conta, data!.taxas), quando)
    const cabe = Math.min(devia, Math.max(0, resta))
    aoMudar({ ...partes, [conta.id]: emValor(cabe > 0 ? cabe : devia) })
  }
  return (
    <fieldset ref={campo} className="escolha-contas" tabIndex={-1} data-autofocus>
      <legend className="row between gap-8">
        <b>{pessoa.nome}</b>
        {aoTirar && (
          <IconButton
            size="small"
            aria-label={`Tirar ${pessoa.nome}`}
            onClick={() => aoTirar(contas.map(({ id }) => id))}
          >
            <CloseOutlined size={20} />
          </IconButton>
        )}
      </legend>
      {error && <Alert tom="error">{fraseDe(error)}</Alert>}
      {!data && !error && <SkeletonList linhas={2} altura={40} />}
      {data && contas.length === 0 && <p className="cinza">Nenhuma conta em aberto.</p>}
      {contas.map((conta) => (
        <ContaAEscolher
          key={conta.id}
          conta={conta}
          taxas={data!.taxas}
          quando={quando}
          texto={partes[conta.id]}
          aoEscolher={(sim) => escolher(conta, sim)}
          aoEscrever={(texto) => aoMudar({ ...partes, [conta.id]: texto })}
        />
      ))}
    </fieldset>
  )
}

/** The focus goes to the first account, not to the button that removes the customer; to the frame while they load. */
function useComecoDaEscolha(chegaram: boolean) {
  const campo = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const agora = document.activeElement
    // On the body: choosing a customer remounted the search field, which had the focus.
    if (agora !== campo.current && agora !== document.body) return
    ;(chegaram ? campo.current?.querySelector('input') : campo.current)?.focus()
  }, [chegaram])
  return campo
}

/** An account is late since its due day, moved to a business day; one that is not late has no charges on any day before. */
const comTaxas = (conta: Conta, taxas: ComTaxas['taxas']): ComTaxas => ({
  ...conta,
  vencimento_util: conta.dias_atraso > 0 ? somarDias(hoje(), -conta.dias_atraso) : hoje(),
  taxas,
})

interface ContaAEscolherProps {
  conta: Conta
  taxas: ComTaxas['taxas']
  quando: string
  texto: string | undefined
  aoEscolher: (sim: boolean) => void
  aoEscrever: (texto: string) => void
}

function ContaAEscolher({ conta, taxas, quando, texto, aoEscolher, aoEscrever }: ContaAEscolherProps) {
  const nome = nomeDaConta(conta)
  const quanto = texto === undefined ? null : lerDinheiro(texto)
  const noDia = comTaxas(conta, taxas)
  const efeito = quanto && emAberto(conta) ? efeitoDoPagamento(noDia, quanto, quando) : null
  return (
    <div className="escolha-conta">
      <Checkbox
        rotulo={<span className="forte">{nome}</span>}
        ajuda={`${quandoVence(conta)} · ${quando === hoje() ? 'deve' : `em ${dia(quando)} devia`} ${dinheiro(devidoEm(noDia, quando))}`}
        checked={texto !== undefined}
        onChange={({ target }) => aoEscolher(target.checked)}
      />
      {texto !== undefined && (
        <MoneyField
          rotulo="Quanto"
          aria-label={`Quanto vai para ${nome}`}
          value={texto}
          erro={
            quanto === null ? 'Escreva um valor.' : emAberto(conta) ? undefined : 'Esta conta não está mais em aberto.'
          }
          onChange={({ target }) => aoEscrever(target.value)}
        />
      )}
      {efeito && (
        <div className="efeito miudo" role="status">
          <span data-tom={TOM_DO_EFEITO[efeito.tom]}>{efeito.frase}</span>
        </div>
      )}
    </div>
  )
}
