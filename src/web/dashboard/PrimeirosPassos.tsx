import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Resposta } from '#web/api/contrato.ts'
import { contagemQuery } from '#web/clientes/admin.queries.ts'
import { dashboardOperadoresQuery } from '#web/operadores/operadores.queries.ts'
import { recebimentoQuery } from '#web/recebimento/recebimento.queries.ts'
import { empresaQuery } from '#web/shell/shell.queries.ts'
import { CheckCircle } from '#web/ui/icons/CheckCircle.tsx'
import { Quadro } from '#web/ui/Quadro.tsx'
import { conexaoQuery } from '#web/whatsapp/whatsapp.queries.ts'
import { type Passo, primeirosPassos } from './primeiros.ts'
import './primeiros.css'

interface Props {
  aging: Resposta<'GET /api/admin/dashboard'>['aging'] | undefined
  meses: Resposta<'GET /api/admin/dashboard/grafico-mensal'> | undefined
}

/** What a new company has still to do, in order; gone once all of it is done. */
export function PrimeirosPassos({ aging, meses }: Props) {
  const { data: empresa } = useQuery(empresaQuery)
  const { data: operadores } = useQuery(dashboardOperadoresQuery)
  const enviou = meses?.some(({ enviadas }) => enviadas > 0) ?? true
  const contas = !aging || !meses || aging.some((faixa) => faixa.contas > 0) || meses.some(({ cobrado }) => cobrado > 0)
  // A company at work asks for none of them.
  const conexao = useQuery({ ...conexaoQuery, enabled: !enviou })
  const recebimento = useQuery({ ...recebimentoQuery, enabled: !enviou })
  const contagem = useQuery({ ...contagemQuery, enabled: !contas })
  // What could not be read is not told as still to do.
  const semSaber = (!enviou && (!conexao.data || !recebimento.data)) || (!contas && !contagem.data)
  if (!empresa || !operadores || !aging || !meses || semSaber) return null

  const clientes = contas ? 1 : Object.values(contagem.data ?? {}).reduce((soma, n) => soma + n, 0)
  const passos = primeirosPassos({
    nome: empresa.nome,
    conexao: conexao.data,
    operadores: operadores.length,
    clientes,
    contas,
    pix: Boolean(recebimento.data?.pix),
    enviou,
  })
  const feitos = passos.filter(({ feito }) => feito).length
  if (feitos === passos.length) return null
  const atual = passos.find(({ feito }) => !feito)
  return (
    <Quadro lista titulo="Primeiros passos" legenda={`${feitos} de ${passos.length} prontos`}>
      <ol>
        {passos.map((passo, i) => (
          <UmPasso key={passo.titulo} passo={passo} numero={i + 1} atual={passo === atual} />
        ))}
      </ol>
    </Quadro>
  )
}

const UmPasso = ({ passo, numero, atual }: { passo: Passo; numero: number; atual: boolean }) => (
  <li className="primeiro" aria-current={atual ? 'step' : undefined}>
    {passo.feito ? (
      <CheckCircle className="primeiro-feito" titulo="pronto" />
    ) : (
      <span aria-hidden className="primeiro-bola">
        {numero}
      </span>
    )}
    <div className="shrink">
      <div className={passo.feito ? 'cinza' : 'forte'}>{passo.titulo}</div>
      <div className="cinza menor">{passo.texto}</div>
    </div>
    {passo.para && !passo.feito && (
      <Link className={atual ? 'button outlined' : 'button'} to={passo.para.to} search={passo.para.search ?? {}}>
        {passo.para.rotulo}
      </Link>
    )}
  </li>
)
