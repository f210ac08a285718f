"""Lemmas and tactics of Coq on which the exported proofs rest."""

PRELUDE = r"""Require Import Reals Lra Psatz.
Open Scope R_scope.

Lemma named : forall x : R, exists y, y = x.
Proof. intro x. exists x. reflexivity. Qed.

Lemma power_is_exp : forall b e, Rpower b e = exp (e * ln b).
Proof. reflexivity. Qed.

Lemma half_angle : forall w t, - PI < w < PI -> t = tan (w / 2) ->
  cos w = (1 - t * t) / (1 + t * t) /\ sin w = 2 * t / (1 + t * t).
Proof.
  intros w t H ->.
  assert (C : cos (w / 2) <> 0) by (apply Rgt_not_eq, cos_gt_0; lra).
  assert (S : sin (w / 2) * sin (w / 2) + cos (w / 2) * cos (w / 2) = 1)
    by (generalize (sin2_cos2 (w / 2)); unfold Rsqr; auto).
  assert (D : 1 + tan (w / 2) * tan (w / 2) = / (cos (w / 2) * cos (w / 2))).
  { unfold tan.
    replace (1 + sin (w / 2) / cos (w / 2) * (sin (w / 2) / cos (w / 2)))
      with ((sin (w / 2) * sin (w / 2) + cos (w / 2) * cos (w / 2)) / (cos (w / 2) * cos (w / 2))) by (field; auto).
    rewrite S. field. auto. }
  rewrite D.
  replace (cos w) with (cos (w / 2 + w / 2)) by (f_equal; field).
  replace (sin w) with (sin (w / 2 + w / 2)) by (f_equal; field).
  rewrite cos_plus, sin_plus. unfold tan. split; field; auto.
Qed.

Lemma half_positive : forall w t, 0 < w -> w < PI -> t = tan (w / 2) -> 0 < t.
Proof. intros w t A B ->. apply tan_gt_0; lra. Qed.

Lemma half_not_negative : forall w t, 0 <= w -> w < PI -> t = tan (w / 2) -> 0 <= t.
Proof.
  intros w t [A | A] B ->.
  - left. apply tan_gt_0; lra.
  - rewrite <- A. replace (0 / 2) with 0 by field. rewrite tan_0. lra.
Qed.

Lemma half_below_one : forall w t, - PI < w -> w < PI / 2 -> t = tan (w / 2) -> t < 1.
Proof. intros w t A B ->. rewrite <- tan_PI4. apply tan_increasing; lra. Qed.

Lemma half_above_one : forall w t, PI / 2 < w -> w < PI -> t = tan (w / 2) -> 1 < t.
Proof. intros w t A B ->. rewrite <- tan_PI4. apply tan_increasing; lra. Qed.

Lemma two_squares : forall s p r q, 0 < s -> 0 < r -> (p = 0 -> q = 0 -> False) -> 0 < s * (p * p) + r * (q * q).
Proof.
  intros s p r q A B C.
  destruct (Req_dec p 0) as [D | D].
  - assert (q <> 0) by (intro; auto). assert (0 < q * q) by nra. nra.
  - assert (0 < p * p) by nra. assert (0 <= q * q) by nra. nra.
Qed.

Lemma sign_square : forall k : Z, powerRZ (-1) k ^ 2 = 1.
Proof.
  intro k. destruct k as [ | p | p]; simpl; rewrite ?Rmult_1_r; try reflexivity.
  - rewrite <- Rpow_mult_distr. replace (-1 * -1) with 1 by ring. apply pow1.
  - rewrite <- Rinv_mult. rewrite <- Rpow_mult_distr. replace (-1 * -1) with 1 by ring. rewrite pow1. apply Rinv_1.
Qed.

Ltac sign :=
  first
  [ lra
  | solve [repeat first [assumption | apply Rplus_lt_0_compat | apply Rmult_lt_0_compat | apply pow_lt | lra]]
  | nra ].
Ltac nonzero :=
  repeat split; try assumption; try (apply pow_nonzero); try assumption;
  try (intro; lra); try lra; try (intro; nra).
Ltac expand := repeat first
  [ rewrite cos_plus | rewrite sin_plus | rewrite cos_neg | rewrite sin_neg
  | rewrite cos_PI2 | rewrite sin_PI2 | rewrite cos_0 | rewrite sin_0 ].
Ltac collect := repeat first
  [ rewrite exp_plus | rewrite exp_Ropp | rewrite exp_0 | rewrite exp_ln by (assumption || lra) ].

"""
