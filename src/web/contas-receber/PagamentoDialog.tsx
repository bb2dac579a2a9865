import { useQuery } from '@tanstack/react-query'
import { type Control, type FieldPath, useFormState, useWatch } from 'react-hook-form'
import type { Conta } from '#contract/contas-receber.ts'
import type { FormaDePagamento } from '#domain/conta.ts'
import { hoje } from '#web/api/agora.ts'
import { fraseDe } from '#web/api/erro.ts'
import { umaVezSo } from '#web/api/umaVezSo.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia, dinheiro, valor as emValor, lerDinheiro } from '#web/ui/formatos.ts'
import { FormDateField, FormMoneyField, FormSelect } from '#web/ui/formFields.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { regraDinheiro } from './ContaDialogs.tsx'
import { osQueValem, registrarPagamento } from './contas.api.ts'
import { contaQuery } from './contas.queries.ts'
import { type ComTaxas, devidoEm, efeitoDoPagamento, TOM_DO_EFEITO } from './encargos.ts'
import { abertoDe, FORMAS, nomeDaConta, quandoVence } from './palavras.ts'
import { useAntesDeIr } from './useAntesDeIr.ts'
import './contas-receber.css'

interface Valores {
  valor: string
  pago_em: string
  forma: FormaDePagamento
}
interface Props {
  conta: Conta
  aoFechar: () => void
}

/** A payment received, whole or in part. The sum suggested is what is owed today, with charges. */
export function PagamentoDialog({ conta, aoFechar }: Props) {
  return (
    <FormDialog<Valores>
      titulo="Registrar pagamento"
      acao="Registrar pagamento"
      valores={{ valor: emValor(conta.valor_atualizado), pago_em: hoje(), forma: 'pix' }}
      aoFechar={aoFechar}
      aoSalvar={async (dados) => {
        const body = { valor: lerDinheiro(dados.valor) ?? 0, pago_em: dados.pago_em, forma: dados.forma }
        const { feito, deNovo } = await umaVezSo([conta.id, body], {
          fazer: (chave) => registrarPagamento(conta, body, chave),
          conferir: async (pago) => (await osQueValem([pago]))?.[0] ?? null,
        })
        const { valor, encargos_dispensados, conta: paga } = feito
        aoFechar()
        const como = paga.status === 'paga' ? ': a conta está paga' : ' como parte do pagamento'
        avisar(`${dinheiro(valor)} registrados${como}.${dispensa(encargos_dispensados)}${oMesmo(deNovo)}`)
      }}
    >
      {({ control, setValue }) => {
        const usar = (quanto: number) => setValue('valor', emValor(quanto), { shouldDirty: true, shouldValidate: true })
        return (
          <>
            <Detalhe conta={conta} control={control} aoUsar={usar} />
            <FormMoneyField
              control={control}
              nome="valor"
              rotulo="Valor recebido"
              data-autofocus
              onFocus={(evento) => evento.target.select()}
              regras={{ validate: regraDinheiro }}
            />
            <DiaEForma control={control} />
            <Resto conta={conta} control={control} />
          </>
        )
      }}
    </FormDialog>
  )
}

/** The charges that were waived. */
export const dispensa = (encargos: number) =>
  encargos > 0 ? ` ${dinheiro(encargos)} de encargos foram dispensados.` : ''

/** Whoever typed it again after a lost answer, or was paid the same twice, knows what was recorded. */
export const oMesmo = (deNovo: boolean) =>
  deNovo
    ? ' A tentativa que ficou sem resposta é este mesmo pagamento: foi registrado uma vez só. Se este é outro pagamento, registre-o de novo.'
    : ''

/** When it was paid, and how. */
export const DiaEForma = <V extends { pago_em: string; forma: string }>({ control }: { control: Control<V> }) => (
  <div className="par">
    <FormDateField
      control={control}
      nome={'pago_em' as FieldPath<V>}
      rotulo="Pago em"
      max={hoje()}
      regras={{
        required: 'Informe o dia.',
        validate: (dia: unknown) => String(dia) <= hoje() || 'O pagamento não pode ser no futuro.',
      }}
    />
    <FormSelect control={control} nome={'forma' as FieldPath<V>} rotulo="Forma" opcoes={FORMAS} />
  </div>
)

interface ParteProps {
  conta: Conta
  control: Control<Valores>
}

function useDia({ conta, control }: ParteProps) {
  const pagoEm = useWatch({ control, name: 'pago_em' })
  const { data, error } = useQuery(contaQuery(conta.id))
  const comTaxas = useAntesDeIr(data, control)
  return { comTaxas, falha: error, quando: pagoEm && pagoEm <= hoje() ? pagoEm : hoje() }
}

/** The account and what is owed of it on the day of the payment; each figure may be taken as the value. */
function Detalhe({ aoUsar, ...parte }: ParteProps & { aoUsar: (valor: number) => void }) {
  const { conta } = parte
  const { comTaxas, quando } = useDia(parte)
  const devido = comTaxas ? devidoEm(comTaxas, quando) : quando === hoje() ? conta.valor_atualizado : null
  return (
    <div className="devido grid menor gap-4">
      <div className="forte">
        {nomeDaConta(conta)} · {conta.cliente.nome}
      </div>
      <div className="cinza">{quandoVence(conta)}</div>
      <UsarValor rotulo="Em aberto" quanto={abertoDe(comTaxas ?? conta)} aoUsar={aoUsar} />
      {devido !== null && (
        <UsarValor
          rotulo={quando === hoje() ? 'Hoje, com multa e juros' : `Em ${dia(quando)}, com multa e juros`}
          quanto={devido}
          aoUsar={aoUsar}
        />
      )}
    </div>
  )
}

export const UsarValor = ({
  rotulo,
  quanto,
  aoUsar,
}: {
  rotulo: string
  quanto: number
  aoUsar: (valor: number) => void
}) => (
  <div className="devido-linha row between gap-8">
    {rotulo}
    <button
      className="ligacao forte algarismos"
      type="button"
      onClick={() => aoUsar(quanto)}
      title="Usar este valor"
      aria-label={`Usar ${dinheiro(quanto)}`}
    >
      {dinheiro(quanto)}
    </button>
  </div>
)

/** What the payment would do, recomputed with each key. */
function Resto(parte: ParteProps) {
  const { comTaxas, falha, quando } = useDia(parte)
  const valor = lerDinheiro(useWatch({ control: parte.control, name: 'valor' }) ?? '')
  const recusado = useFormState({ control: parte.control, name: 'valor' }).errors.valor !== undefined
  return (
    <div className="efeito forte" role="status">
      {comTaxas ? (
        valor !== null && valor > 0 && !recusado && <Frase conta={comTaxas} valor={valor} quando={quando} />
      ) : falha ? (
        `Não foi possível calcular o que este pagamento faz. ${fraseDe(falha)}`
      ) : (
        <Skeleton />
      )}
    </div>
  )
}

function Frase({ conta, valor, quando }: { conta: ComTaxas; valor: number; quando: string }) {
  const { tom, frase } = efeitoDoPagamento(conta, valor, quando)
  return <div data-tom={TOM_DO_EFEITO[tom]}>{frase}</div>
}
