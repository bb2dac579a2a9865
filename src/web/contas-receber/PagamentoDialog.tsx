import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { type Control, useFormState, useWatch } from 'react-hook-form'
import type { Conta } from '#contract/contas-receber.ts'
import { hoje } from '#web/api/agora.ts'
import { useChave } from '#web/api/useChave.ts'
import { tons } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dia, dinheiro, valor as emValor, lerDinheiro } from '#web/ui/formatos.ts'
import { FormDateField, FormMoneyField, FormSelect } from '#web/ui/formFields.tsx'
import { regraDinheiro } from './ContaDialogs.tsx'
import { contaQuery, registrarPagamento } from './contas.api.ts'
import { type ComTaxas, devidoEm, type Efeito, efeitoDoPagamento } from './encargos.ts'
import { abertoDe, FORMAS, nomeDaConta, quandoVence } from './palavras.ts'

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
              autoFocus
              onFocus={(evento) => evento.target.select()}
              regras={{ validate: regraDinheiro }}
            />
            <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
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
            </Box>
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
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        p: 3,
        mb: 2,
        borderRadius: '8px',
        background: 'var(--bg)',
        fontSize: 13,
        lineHeight: '18px',
      }}
    >
      <Box sx={{ fontWeight: 500 }}>
        {nomeDaConta(conta)} · {conta.cliente.nome}
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{quandoVence(conta)}</Box>
      <Linha rotulo="Em aberto" quanto={abertoDe(conta)} aoUsar={aoUsar} />
      <Linha
        rotulo={quando === hoje() ? 'Hoje, com multa e juros' : `Em ${dia(quando)}, com multa e juros`}
        quanto={devido}
        aoUsar={aoUsar}
      />
    </Box>
  )
}

const Linha = ({ rotulo, quanto, aoUsar }: { rotulo: string; quanto: number; aoUsar: (valor: number) => void }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, minHeight: 24, alignItems: 'center' }}>
    {rotulo}
    <Box
      component="button"
      type="button"
      onClick={() => aoUsar(quanto)}
      title="Usar este valor"
      aria-label={`Usar ${dinheiro(quanto)}`}
      sx={{
        all: 'unset',
        cursor: 'pointer',
        minHeight: 24,
        color: 'primary.dark',
        fontWeight: 500,
        fontVariantNumeric: 'tabular-nums',
        '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
      }}
    >
      {dinheiro(quanto)}
    </Box>
  </Box>
)

const COR_DO_EFEITO: Record<Efeito['tom'], string> = {
  parte: tons.warning.texto,
  quita: tons.success.texto,
  passa: tons.error.texto,
}

/** What the payment would do, recomputed with each key. */
function Resto(parte: ParteProps) {
  const { comTaxas, quando } = useConta(parte)
  const valor = lerDinheiro(useWatch({ control: parte.control, name: 'valor' }) ?? '')
  const recusado = useFormState({ control: parte.control, name: 'valor' }).errors.valor !== undefined
  return (
    <Box role="status" sx={{ minHeight: 20, fontWeight: 500 }}>
      {comTaxas ? (
        valor !== null && valor > 0 && !recusado && <Frase conta={comTaxas} valor={valor} quando={quando} />
      ) : (
        <Skeleton />
      )}
    </Box>
  )
}

function Frase({ conta, valor, quando }: { conta: ComTaxas; valor: number; quando: string }) {
  const { tom, frase } = efeitoDoPagamento(conta, valor, quando)
  return <Box sx={{ color: COR_DO_EFEITO[tom] }}>{frase}</Box>
}
