import Box from '@mui/material/Box'
import { type Control, useWatch } from 'react-hook-form'
import type { Conta } from '#contract/contas-receber.ts'
import { hoje } from '#web/api/agora.ts'
import { useChave } from '#web/api/useChave.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { CampoDia, CampoDinheiro, CampoEscolha } from '#web/ui/campos.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { dinheiro, valor as emValor, lerDinheiro } from '#web/ui/formatos.ts'
import { registrarPagamento } from './contas.api.ts'
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
      {({ control, setValue }) => (
        <>
          {contas.length > 1 && (
            <CampoEscolha
              control={control}
              nome="conta"
              rotulo="Conta"
              opcoes={contas.map((conta) => ({
                valor: String(conta.id),
                rotulo: `${nomeDaConta(conta)} · ${dinheiro(conta.valor_atualizado)}`,
              }))}
            />
          )}
          <Detalhe
            contas={contas}
            control={control}
            aoUsar={(quanto) => setValue('valor', emValor(quanto), { shouldDirty: true, shouldValidate: true })}
          />
          <CampoDinheiro
            control={control}
            nome="valor"
            rotulo="Valor recebido"
            autoFocus
            ajuda="Menos que o total vale como parte; o que passa do valor da conta são encargos."
            regras={{
              validate: (texto) => (lerDinheiro(texto) ?? 0) > 0 || 'Informe um valor em reais, por exemplo 1.234,56.',
            }}
          />
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
            <CampoDia
              control={control}
              nome="pago_em"
              rotulo="Pago em"
              atributos={{ max: hoje() }}
              regras={{
                required: 'Informe o dia.',
                validate: (dia) => dia <= hoje() || 'O pagamento não pode ser no futuro.',
              }}
            />
            <CampoEscolha control={control} nome="forma" rotulo="Forma" opcoes={FORMAS} />
          </Box>
        </>
      )}
    </FormDialog>
  )
}

function Detalhe({
  contas,
  control,
  aoUsar,
}: {
  contas: Conta[]
  control: Control<Formulario>
  aoUsar: (valor: number) => void
}) {
  const id = useWatch({ control, name: 'conta' })
  const conta = contas.find((uma) => String(uma.id) === id) ?? contas[0]
  if (!conta) return null
  const aberto = abertoDe(conta)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        p: 3,
        mb: 2,
        borderRadius: '8px',
        background: '#F6F8FB',
        fontSize: 13,
        lineHeight: '18px',
      }}
    >
      <Box sx={{ fontWeight: 500 }}>
        {nomeDaConta(conta)} · {conta.cliente.nome}
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{quandoVence(conta)}</Box>
      <Linha rotulo="Em aberto" quanto={aberto} aoUsar={aoUsar} />
      {conta.encargos > 0 && <Linha rotulo="Hoje, com multa e juros" quanto={conta.valor_atualizado} aoUsar={aoUsar} />}
    </Box>
  )
}

const Linha = ({ rotulo, quanto, aoUsar }: { rotulo: string; quanto: number; aoUsar: (valor: number) => void }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
    {rotulo}
    <Box
      component="button"
      type="button"
      onClick={() => aoUsar(quanto)}
      title="Usar este valor"
      sx={{
        all: 'unset',
        cursor: 'pointer',
        color: 'primary.dark',
        fontWeight: 500,
        fontVariantNumeric: 'tabular-nums',
        '&:focus-visible': { outline: '2px solid #1976D2' },
      }}
    >
      {dinheiro(quanto)}
    </Box>
  </Box>
)
