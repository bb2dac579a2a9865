import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessaoAberta } from '#contract/sessao.ts'
import { agora } from '#web/api/agora.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaEHora, ultimaVez } from '#web/ui/formatos.ts'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { sessoesQuery } from './minha-conta.queries.ts'

/** The person's sessions; one they do not recognise is ended here. */
export function SessoesCard() {
  const { data, error, refetch } = useQuery(sessoesQuery)
  return (
    <section className="cartao folgado stack gap-12" aria-label="Sessões">
      <div>
        <h2 className="titulo">Sessões</h2>
        <p className="cinza">Onde você entrou e ainda não saiu. Não reconhece uma? Encerre-a e troque a senha.</p>
      </div>
      {data ? (
        <ul className="conta-sessoes">
          {data.data.map((uma) => (
            <li key={uma.id} className="row between gap-12">
              <Sessao uma={uma} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState titulo="Não foi possível abrir as sessões" erro={error} aoTentar={() => void refetch()} />
      ) : (
        <SkeletonList linhas={2} altura={48} />
      )}
    </section>
  )
}

function Sessao({ uma }: { uma: SessaoAberta }) {
  const cache = useQueryClient()
  const { id, navegador, ip, created_at, usada_em, atual } = uma
  const nome = navegador ?? 'Outro programa'
  const encerrar = useMutation({
    mutationFn: () => callApi('DELETE /api/me/sessoes/:id', { params: { id } }),
    onSuccess: () => avisar('Sessão encerrada.'),
    onError: (erro) => avisar(fraseDe(erro)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['sessao', 'abertas'] }),
  })
  return (
    <>
      <div className="grow">
        <b>{nome}</b>
        <div className="miudo quebra">
          {ip && `${ip}, `}usada {ultimaVez(usada_em, agora())}, aberta em {diaEHora(created_at)}
        </div>
      </div>
      {atual ? (
        <Chip tom="info">Esta</Chip>
      ) : (
        <Button
          size="small"
          loading={encerrar.isPending}
          aria-label={`Encerrar a sessão em ${nome}, aberta em ${diaEHora(created_at)}`}
          onClick={() => encerrar.mutate()}
        >
          Encerrar
        </Button>
      )}
    </>
  )
}
