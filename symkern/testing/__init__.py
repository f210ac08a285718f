"""Laws of kernels for anybody's kernel, and exact values of kernel objects.

>>> from symkern.testing import check_kernel
>>> report = check_kernel(lambda X, Y: X @ Y.T, degree=1, max_examples=5)
>>> report["symmetry"].status, report["diagonal"].status
('passed', 'not applicable')
"""

from symkern.testing.check import check_kernel as check_kernel
from symkern.testing.exact import exact_value as exact_value
from symkern.testing.feature_pair import Perturbation as Perturbation
from symkern.testing.law import Law as Law
from symkern.testing.law import Violation as Violation
from symkern.testing.laws import LAWS as LAWS
from symkern.testing.report import KernelLawError as KernelLawError
from symkern.testing.report import Report as Report
