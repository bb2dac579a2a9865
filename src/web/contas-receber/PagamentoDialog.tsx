import { useQuery } from '@tanstack/react-query'
import { type Control, useFormState, useWatch } from 'react-hook-form'
import type { Conta } from '#contract/contas-receber.ts'
import { hoje } from '#web/api/agora.ts'
import { useChave } from '#web/api/useChave.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia, dinheiro, valor as emValor, lerDinheiro } from '#web/ui/formatos.ts'
import { FormDateField, FormMoneyField, FormSelect } from '#web/ui/formFields.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { regraDinheiro } from './ContaDialogs.tsx'
import { contaQuery, registrarPagamento } from './contas.api.ts'
import { type ComTaxas, devidoEm, efeitoDoPagamento } from './encargos.ts'
import { abertoDe, FORMAS, nomeDaConta, quandoVence } from './palavras.ts'
import './contas-receber.css'

interface Formulario {
  conta: string
  valor: string
  pago_em: string
  forma: (typeof FORMAS)[number]['valor']
}
interface Props {
  /** One account, or those to choose from. */
  contas: [Conta, ...Conta[]]
  aoFechar: () => void
}

/** A payment received, whole or in part. The sum suggested is what is owed today, with charges. */
export function PagamentoDialog({ contas, aoFechar }: Props) {
  const chave = useChave()
  const primeira = contas[0]
  return (
    <FormDialog<Formulario>
      titulo="Registrar pagamento"
      acao="Registrar pagamento"
      valores={{ conta: String(primeira.id), valor: emValor(primeira.valor_atualizado), pago_em: hoje(), forma: 'pix' }}
      aoFechar={aoFechar}
      aoSalvar={async (dados) => {
        const conta = contas.find((uma) => String(uma.id) === dados.conta) ?? primeira
        const body = { valor: lerDinheiro(dados.valor) ?? 0, pago_em: dados.pago_em, forma: dados.forma }
        const pagamento = await registrarPagamento(conta, body, chave.para([conta.id, body]))
        chave.feito()
        aoFechar()
        const quitou = pagamento.conta.status === 'paga'
        avisar(
          `${dinheiro(pagamento.valor)} ${quitou ? 'registrados: a conta está paga' : 'registrados como parte do pagamento'}.`,
        )
      }}
    >
      {({ control, setValue }) => {
        const usar = (quanto: number) => setValue('valor', emValor(quanto), { shouldDirty: true, shouldValidate: true })
        return (
          <>
            {contas.length > 1 && (
              <FormSelect
                control={control}
                nome="conta"
                rotulo="Conta"
                opcoes={contas.map((conta) => ({
                  valor: String(conta.id),
                  rotulo: `${nomeDaConta(conta)} · ${dinheiro(conta.valor_atualizado)}`,
                }))}
              />
            )}
            <Detalhe contas={contas} control={control} aoUsar={usar} />
            <FormMoneyField
              control={control}
              nome="valor"
              rotulo="Valor recebido"
              data-autofocus
              onFocus={(evento) => evento.target.select()}
              regras={{ validate: regraDinheiro }}
            />
            <div className="par">
              <FormDateField
                control={control}
                nome="pago_em"
                rotulo="Pago em"
                max={hoje()}
                regras={{
                  required: 'Informe o dia.',
                  validate: (dia) => dia <= hoje() || 'O pagamento não pode ser no futuro.',
                }}
              />
              <FormSelect control={control} nome="forma" rotulo="Forma" opcoes={FORMAS} />
            </div>
            <Resto contas={contas} control={control} />
          </>
        )
      }}
    </FormDialog>
  )
}

interface ParteProps {
  contas: Props['contas']
  control: Control<Formulario>
}

function useConta({ contas, control }: ParteProps) {
  const id = useWatch({ control, name: 'conta' })
  const conta = contas.find((uma) => String(uma.id) === id) ?? contas[0]
  const pagoEm = useWatch({ control, name: 'pago_em' })
  const { data: comTaxas } = useQuery(contaQuery(conta.id))
  return { conta, comTaxas, quando: pagoEm && pagoEm <= hoje() ? pagoEm : hoje() }
}

/** The account and what is owed of it on the day of the payment; each figure may be taken as the value. */
function Detalhe({ aoUsar, ...parte }: ParteProps & { aoUsar: (valor: number) => void }) {
  const { conta, comTaxas, quando } = useConta(parte)
  const devido = comTaxas ? devidoEm(comTaxas, quando) : conta.valor_atualizado
  return (
    <div className="devido grid menor gap-4">
      <div className="forte">
        {nomeDaConta(conta)} · {conta.cliente.nome}
      </div>
      <div className="cinza">{quandoVence(conta)}</div>
      <Linha rotulo="Em aberto" quanto={abertoDe(conta)} aoUsar={aoUsar} />
      <Linha
        rotulo={quando === hoje() ? 'Hoje, com multa e juros' : `Em ${dia(quando)}, com multa e juros`}
        quanto={devido}
        aoUsar={aoUsar}
      />
    </div>
  )
}

const Linha = ({ rotulo, quanto, aoUsar }: { rotulo: string; quanto: number; aoUsar: (valor: number) => void }) => (
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

const TOM_DO_EFEITO = { parte: 'warning', quita: 'success', passa: 'error' } as const

/** What the payment would do, recomputed with each key. */
function Resto(parte: ParteProps) {
  const { comTaxas, quando } = useConta(parte)
  const valor = lerDinheiro(useWatch({ control: parte.control, name: 'valor' }) ?? '')
  const recusado = useFormState({ control: parte.control, name: 'valor' }).errors.valor !== undefined
  return (
    <div className="efeito forte" role="status">
      {comTaxas ? (
        valor !== null && valor > 0 && !recusado && <Frase conta={comTaxas} valor={valor} quando={quando} />
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
