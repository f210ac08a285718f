"""What classifiers share that tell classes apart by numbers: reading classes, predicting the one that scores most."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets

from symkern.errors import UsageError

Array = npt.NDArray[np.float64]


class ScoredClasses(ClassifierMixin, ABC):
    """Two classes are told apart by the sign of one number, more by the largest of as many."""

    classes_: npt.NDArray[Any]

    def _read_classes(self, y: Any) -> npt.NDArray[np.intp]:
        """The place of every target among the classes, of which there must be two."""
        check_classification_targets(y)
        self.classes_, places = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise UsageError(f"y must have at least two classes; got one class, {self.classes_[0]}.")
        return places

    def _sides(self, places: npt.NDArray[np.intp]) -> list[Array]:
        """1 and -1: the second of two classes against the first, or each of several against the rest."""
        positives = [1] if len(self.classes_) == 2 else range(len(self.classes_))
        return [np.where(places == positive, 1.0, -1.0) for positive in positives]

    @abstractmethod
    def decision_function(self, X: Any) -> Array:
        """How far each sample is on the side of the second class; for several classes, a column for each."""

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of every sample."""
        scores = self.decision_function(X)
        places = (scores > 0).astype(int) if scores.ndim == 1 else np.argmax(scores, axis=1)
        return np.asarray(self.classes_[places])
