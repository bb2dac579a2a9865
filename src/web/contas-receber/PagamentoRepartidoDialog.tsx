import { useQueries } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Conta } from '#contract/contas-receber.ts'
import { type FormaDePagamento, repartirEntre } from '#domain/conta.ts'
import { emCentavos, emReais } from '#domain/dinheiro.ts'
import { hoje } from '#web/api/agora.ts'
import { fraseDe } from '#web/api/erro.ts'
import { umaVezSo } from '#web/api/umaVezSo.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia, dinheiro, valor as emValor, lerDinheiro, plural } from '#web/ui/formatos.ts'
import { FormMoneyField } from '#web/ui/formFields.tsx'
import { regraDinheiro } from './ContaDialogs.tsx'
import { osQueValem, registrarPagamentos } from './contas.api.ts'
import { contaQuery } from './contas.queries.ts'
import { type ComTaxas, devidoEm, efeitoDoPagamento, TOM_DO_EFEITO } from './encargos.ts'
import { DiaEForma, dispensa, oMesmo, UsarValor } from './PagamentoDialog.tsx'
import { abertoDe, nomeDaConta, quandoVence, somar } from './palavras.ts'
import { useAntesDeIr } from './useAntesDeIr.ts'
import './contas-receber.css'

interface Valores {
  total: string
  /** By account id; empty or zero means that the account gets nothing. */
  partes: Record<string, string>
  pago_em: string
  forma: FormaDePagamento
}

interface Props {
  contas: readonly Conta[]
  aoFechar: () => void
}

/** One payment over several accounts: the sum is shared out, the oldest first, and each part may be changed. */
export function PagamentoRepartidoDialog({ contas, aoFechar }: Props) {
  const salvar = async ({ partes, pago_em, forma }: Valores) => {
    const pagas = contas.flatMap(({ id }) => {
      const valor = lerDinheiro(partes[`c${id}`] ?? '') ?? 0
      return valor > 0 ? { conta_id: id, valor } : []
    })
    const body = { partes: pagas, pago_em, forma }
    const { feito, deNovo } = await umaVezSo(body, {
      fazer: async (chave) => (await registrarPagamentos(contas[0]!.cliente.id, body, chave)).data,
      conferir: osQueValem,
    })
    aoFechar()
    const quitadas = feito.filter(({ conta }) => conta.status === 'paga').length
    avisar(
      `${dinheiro(somar(feito.map(({ valor }) => valor)))} registrados em ${plural(feito.length, 'conta', 'contas')}; ${quitadas > 0 ? plural(quitadas, 'ficou paga', 'ficaram pagas') : 'nenhuma ficou paga'}.${dispensa(somar(feito.map((pago) => pago.encargos_dispensados)))}${oMesmo(deNovo)}`,
    )
  }
  return (
    <FormDialog<Valores>
      titulo="Registrar pagamento"
      acao="Registrar pagamento"
      largura={560}
      valores={{
        total: emValor(somar(contas.map((conta) => conta.valor_atualizado))),
        partes: Object.fromEntries(contas.map((conta) => [`c${conta.id}`, emValor(conta.valor_atualizado)])),
        pago_em: hoje(),
        forma: 'pix',
      }}
      aoFechar={aoFechar}
      aoSalvar={salvar}
    >
      {(form) => <Campos contas={contas} form={form} />}
    </FormDialog>
  )
}

type Comum = Pick<Props, 'contas'> & { form: UseFormReturn<Valores> }

const osDados = (consultas: { data: ComTaxas | undefined; error: Error | null }[]) => ({
  lidas: consultas.map(({ data }) => data),
  falha: consultas.find(({ data }) => !data)?.error ?? null,
})

/** Each account on the day of the payment: what it owes with charges, and the data for these. */
function useDevidos({ contas, form: { control } }: Comum) {
  const pagoEm = useWatch({ control, name: 'pago_em' })
  const quando = pagoEm && pagoEm <= hoje() ? pagoEm : hoje()
  const atuais = useQueries({ queries: contas.map(({ id }) => contaQuery(id)), combine: osDados })
  const { lidas, falha } = useAntesDeIr(atuais, control)
  const devidos = contas.map((conta, i) => {
    const comTaxas = lidas[i]
    return {
      conta,
      comTaxas,
      aberto: abertoDe(comTaxas ?? conta),
      // Today's sum is not that of another day.
      devido: comTaxas ? devidoEm(comTaxas, quando) : quando === hoje() ? conta.valor_atualizado : null,
    }
  })
  return { quando, devidos, falha }
}

function Campos({ contas, form }: Comum) {
  const { control, setValue, getValues } = form
  const { quando, devidos, falha } = useDevidos({ contas, form })
  const repartir = (total: number) => {
    for (const [id, parte] of repartido(total, devidos))
      setValue(`partes.c${id}`, emValor(parte), { shouldDirty: true, shouldValidate: true })
  }
  const cada = devidos.map((um) => um.devido)
  const devido = cada.every((um) => um !== null) ? somar(cada) : null
  const usar = (total: number) => {
    repartir(total)
    setValue('total', emValor(total), { shouldDirty: true, shouldValidate: true })
  }
  const repartidos = () => somar(Object.values(getValues('partes')).map((um) => lerDinheiro(um) ?? 0))
  const somarPartes = (mudada: `partes.${string}`, texto: string) => {
    setValue(mudada, texto) // the form does not have the key just pressed yet
    setValue('total', emValor(repartidos()), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      <div className="devido grid menor gap-4">
        <div className="forte">
          {plural(contas.length, 'conta', 'contas')} · {contas[0]?.cliente.nome}
        </div>
        <UsarValor rotulo="Em aberto" quanto={somar(devidos.map((um) => um.aberto))} aoUsar={usar} />
        {devido !== null && (
          <UsarValor
            rotulo={quando === hoje() ? 'Hoje, com multa e juros' : `Em ${dia(quando)}, com multa e juros`}
            quanto={devido}
            aoUsar={usar}
          />
        )}
      </div>
      <FormMoneyField
        control={control}
        nome="total"
        rotulo="Valor recebido"
        data-autofocus
        ajuda="É repartido da conta mais antiga para a mais nova."
        onFocus={(evento) => evento.target.select()}
        onInput={({ currentTarget }) => repartir(lerDinheiro(currentTarget.value) ?? 0)}
        regras={{
          validate: {
            valor: regraDinheiro,
            sobra: (texto: unknown) => naoSobra(String(texto), devido, quando, repartidos()),
          },
        }}
      />
      <DiaEForma control={control} />
      <div className="efeito forte" role="status">
        {falha && `Não foi possível calcular o que este pagamento faz. ${fraseDe(falha)}`}
      </div>
      <fieldset className="grid" aria-label="Quanto vai para cada conta">
        {devidos.map((um) => (
          <ParteDaConta key={um.conta.id} {...um} form={form} quando={quando} aoMudar={somarPartes} />
        ))}
      </fieldset>
    </>
  )
}

/** Where what an account owed on the day is not known, it gets no more than its open value: that much it did owe. */
function repartido(total: number, devidos: ReturnType<typeof useDevidos>['devidos']): [conta: number, parte: number][] {
  const { partes } = repartirEntre(
    emCentavos(total),
    devidos.map(({ conta, aberto, devido }) => ({
      vencimento: conta.vencimento,
      abertoCentavos: emCentavos(aberto),
      devidoCentavos: emCentavos(devido ?? aberto),
    })),
  )
  return devidos.map(({ conta }, i) => [conta.id, emReais(partes[i]!)])
}

interface ParteDaContaProps extends Pick<Comum, 'form'> {
  conta: Conta
  comTaxas: ComTaxas | undefined
  devido: number | null
  quando: string
  aoMudar: (parte: `partes.${string}`, texto: string) => void
}

const ParteDaConta = ({ form, conta, comTaxas, devido, quando, aoMudar }: ParteDaContaProps) => (
  <div className="reparte-conta">
    <div>
      <div className="forte">{nomeDaConta(conta)}</div>
      <div className="miudo cinza">
        {quandoVence(conta)}
        {devido !== null && ` · deve ${dinheiro(devido)}`}
      </div>
      <Efeito form={form} conta={comTaxas} id={conta.id} quando={quando} />
    </div>
    <FormMoneyField
      control={form.control}
      nome={`partes.c${conta.id}`}
      rotulo={`Parte de ${nomeDaConta(conta)}`}
      onInput={({ currentTarget }) => aoMudar(`partes.c${conta.id}`, currentTarget.value)}
      regras={{ validate: (texto) => cabe(String(texto), devido, quando) }}
    />
  </div>
)

/** What is shared out is what is recorded: nothing of the sum may be left over in silence. */
function naoSobra(texto: string, devido: number | null, quando: string, repartidos: number): true | string {
  const total = lerDinheiro(texto) ?? 0
  if (devido === null)
    return total === repartidos || `Só ${dinheiro(repartidos)} estão repartidos: escreva a parte de cada conta.`
  return total <= devido || `Passa do que as contas deviam em ${dia(quando)}: ${dinheiro(devido)}, com os encargos.`
}

function cabe(texto: string, devido: number | null, quando: string): true | string {
  const valor = texto.trim() === '' ? 0 : lerDinheiro(texto)
  if (valor === null) return 'Informe um valor, como 1.234,56.'
  return devido === null || valor <= devido || `Devia ${dinheiro(devido)} em ${dia(quando)}.`
}

interface EfeitoProps extends Pick<Comum, 'form'> {
  conta: Parameters<typeof efeitoDoPagamento>[0] | undefined
  id: number
  quando: string
}

/** What its part would do to one account, recomputed with each key. */
function Efeito({ form, conta, id, quando }: EfeitoProps) {
  const valor = lerDinheiro(useWatch({ control: form.control, name: `partes.c${id}` }) ?? '') ?? 0
  if (!conta) return null
  if (valor === 0) return <div className="miudo cinza">Não entra neste pagamento.</div>
  const { tom, frase } = efeitoDoPagamento(conta, valor, quando)
  return (
    <div className="miudo efeito">
      <span data-tom={TOM_DO_EFEITO[tom]}>{frase}</span>
    </div>
  )
}
